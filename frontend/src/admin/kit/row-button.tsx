import { Button } from '@/shared/ui/button.tsx'

interface RowButtonProps {
  children: string
  /** Names the row for screen readers, as the text is the same in every row. */
  subject: string
  onClick: () => void
  loading?: boolean
}

export function RowButton({ children, subject, ...rest }: RowButtonProps) {
  return (
    <Button round aria-label={`${children} ${subject}`} {...rest}>
      {children}
    </Button>
  )
}
