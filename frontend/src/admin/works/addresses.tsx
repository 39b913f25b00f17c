import { type ReactNode, useEffect, useRef, useState } from 'react'
import '../kit/pictures.css'

interface AddressesProps {
  label: string
  /** Whether one of the addresses is refused. */
  isRefused: boolean
  children: ReactNode
}

/** Pictures by address, for those that lie elsewhere; open by itself when one of them is refused. */
export function Addresses({ label, isRefused, children }: AddressesProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  if (isRefused && !isOpen) setOpen(true)
  useEffect(() => {
    if (isRefused) details.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [isRefused])
  return (
    <details
      ref={details}
      className="pictures-addresses"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{label}</summary>
      <div className="admin-form">{children}</div>
    </details>
  )
}
