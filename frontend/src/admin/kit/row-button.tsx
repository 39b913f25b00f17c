import { Button } from '@/shared/ui/button.tsx'

interface RowButtonProps {
  children: string
  /** What the row is about: heard behind what the button says, which is the same in every row. */
  subject: string
  onClick: () => void
  loading?: boolean
}

/** A button of a table's row. */
export function RowButton({ children, subject, ...rest }: RowButtonProps) {
  return (
    <Button round aria-label={`${children} ${subject}`} {...rest}>
      {children}
    </Button>
  )
}
