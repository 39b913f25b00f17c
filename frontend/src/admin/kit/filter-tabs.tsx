import { LinkTabs } from '@/shared/ui/link-tabs.tsx'
import type { TableLocation } from './use-table-params.ts'

interface FilterTabsProps {
  table: TableLocation
  label: string
  /** The filter's name in the address. */
  name: string
  /** The first is what an address without the filter shows. */
  choices: readonly { value: string; label: string }[]
}

/** One of a few values of a filter, as addresses. */
export function FilterTabs({ table: { value, to }, label, name, choices }: FilterTabsProps) {
  const known = choices.find((choice) => choice.value === value(name)) ?? choices[0]
  return (
    <LinkTabs
      label={label}
      small
      tabs={choices.map((choice, index) => ({
        label: choice.label,
        to: to({ [name]: index === 0 ? null : choice.value }),
        current: choice === known,
      }))}
    />
  )
}
