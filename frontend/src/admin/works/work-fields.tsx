import type { Channel } from '@/shared/config/channels.ts'
import type { FieldState, Rule } from '@/shared/lib/use-form.ts'
import { SelectField, TextArea, TextField } from '@/shared/ui/field.tsx'
import { CoverAddresses, CoverField } from './cover-field.tsx'
import { StillsField } from './stills-field.tsx'
import { type AskedTerm, TermsField } from './terms-field.tsx'
import {
  ONLINE_CHOICES,
  STATE_CHOICES,
  WORK_FIELDS,
  type WorkFieldName,
  type WorkTexts,
  workFieldRule,
} from './work-form.ts'
import './work-fields.css'

/** Validation rules of all fields. */
export const WORK_RULES = Object.fromEntries(
  WORK_FIELDS.map((spec): [string, Rule<WorkTexts>] => [spec.name, (text) => workFieldRule(spec, text)]),
) as unknown as Record<WorkFieldName, Rule<WorkTexts>>

interface WorkFieldsProps {
  field: (name: WorkFieldName) => FieldState
  /** The channel of the work, which has terms of its own. */
  modId: Channel['modId']
  onAsk: (asked: AskedTerm) => void
}

/** The fields of a work, those that are corrected most first. */
export function WorkFields({ field, modId, onAsk }: WorkFieldsProps) {
  const props = (name: WorkFieldName) => {
    const { label = '', hint } = WORK_FIELDS.find((spec) => spec.name === name) ?? {}
    return { label, hint, field: field(name) }
  }
  const line = (name: WorkFieldName) => <TextField {...props(name)} autoComplete="off" />
  return (
    <div className="work-fields">
      <div className="work-fields-cover">
        <CoverField small={field('picSmall')} big={field('picBig')} />
      </div>
      <div className="work-fields-beside">
        <TextArea {...props('title')} rows={2} grows />
        {line('number')}
        {line('pubTime')}
      </div>
      <div className="work-fields-line">
        <SelectField {...props('state')} choices={STATE_CHOICES} />
        {line('publishTime')}
      </div>
      <CoverAddresses small={field('picSmall')} big={field('picBig')} hint={props('picSmall').hint} />
      <div className="work-fields-line">
        <SelectField {...props('isOnline')} choices={ONLINE_CHOICES} />
        {line('duration')}
        {line('average')}
        {line('evaluates')}
      </div>
      <div className="work-fields-terms">
        {WORK_FIELDS.map(
          ({ name, label, terms }) =>
            terms && (
              <TermsField key={name} label={label} kind={terms} modId={modId} field={field(name)} onAsk={onAsk} />
            ),
        )}
      </div>
      <StillsField small={field('imageSmall')} big={field('imageBig')} hint={props('imageSmall').hint} />
      <TextArea {...props('magnets')} rows={3} />
      <div className="work-fields-line">
        {line('mp4')}
        {line('m3u8')}
      </div>
    </div>
  )
}
