import { FieldFrame } from '@/shared/ui/field-frame.tsx'

interface MomentFieldProps {
  value: string
  onChange: (value: string) => void
}

/** When works are published, in Shanghai's time. */
export function MomentField({ value, onChange }: MomentFieldProps) {
  return (
    <FieldFrame label="发布时间（北京时间）">
      {(attributes) => (
        <input {...attributes} type="datetime-local" value={value} onChange={({ target }) => onChange(target.value)} />
      )}
    </FieldFrame>
  )
}

/** A time of the field as in the API. */
export function publishTimeOf(moment: string): string {
  const [day = '', time = ''] = moment.split('T')
  return `${day} ${time.length === 5 ? `${time}:00` : time}`
}
