import type { Dashboard } from '@/shared/api/types.ts'
import type { AdminSection } from './sections.ts'

/** Number of open tasks of a section; 0 while unknown. */
export function waitingIn(section: AdminSection, waiting: Dashboard['waiting'] | undefined): number {
  if (!waiting) return 0
  const counts: Partial<Record<AdminSection, number | null | undefined>> = {
    messages: waiting.messages,
    reports: waiting.reports,
    downloads: waiting.downloads,
    orders: (waiting.abnormalOrders ?? 0) + (waiting.grants ?? 0),
    import: waiting.failedImports,
  }
  return counts[section] ?? 0
}
