import { LinkTabs } from '@/shared/ui/link-tabs.tsx'
import type { TableLocation } from './use-table-params.ts'

interface FilterTabsProps {
  table: TableLocation
  label: string
  /** Name of the URL parameter. */
  name: string
  /** The first one is the default. */
  choices: readonly { value: string; label: string }[]
}

/** A filter with few values, as links. */
export function FilterTabs({ table: { value, to }, label, name, choices }: FilterTabsProps) {
  const known = choices.find((choice) => choice.value === value(name)) ?? choices[0]
  return (
    <LinkTabs
      label={label}
      small
      tabs={choices.map((choice, index) => ({
        label: choice.label,
        to: to({ [name]: index === 0 ? '' : choice.value }),
        current: choice === known,
      }))}
    />
  )
}
