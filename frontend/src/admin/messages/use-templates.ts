import { useQuery } from '@tanstack/react-query'
import { toast } from '@/shared/feedback/toasts.ts'
import { parseStored, persistedStore } from '@/shared/state/persisted-store.ts'
import { useStore } from '@/shared/state/store.ts'
import { isConflict } from '../kit/edit-conflict.ts'
import { useAction } from '../kit/use-action.ts'
import { replaceTemplates, TEMPLATES_KEY, templatesOptions } from './api.ts'

/** Maximum number of templates (R12.13). */
export const TEMPLATES_MAX = 60

/** Templates that this device has kept since before they were shared (R19.10). */
const ofDevice = persistedStore<readonly string[]>({
  key: 'yingku.replyTemplates',
  parse,
  format: (templates) => (templates.length === 0 ? null : JSON.stringify(templates)),
})

function parse(text: string | null): string[] {
  const saved = parseStored(text)
  if (!Array.isArray(saved)) return []
  return saved.filter((kept): kept is string => typeof kept === 'string' && kept.trim() !== '')
}

/** A template of a device with the names that placeholders have now. */
function renamed(template: string): string {
  return template.replaceAll('{name}', '{用户名}').replaceAll('{date}', '{日期}')
}

/** The templates that all operators share, and their changes. */
export function useTemplates() {
  const { data } = useQuery(templatesOptions())
  const own = useStore(ofDevice)
  const templates = data?.templates ?? []
  const change = useAction({
    run: (next: readonly string[]) => replaceTemplates({ version: data?.version ?? 0, templates: [...next] }),
    refresh: [TEMPLATES_KEY],
    done: '常用回复已保存',
    onRefused: (error) => isConflict(error) && toast('常用回复刚被别人修改，请再试一次', { kind: 'error' }),
  })
  return {
    templates,
    isSaving: change.isPending || !data,
    add: (text: string) => change.mutate([text.trim(), ...templates.filter((known) => known !== text.trim())]),
    remove: (text: string) => change.mutate(templates.filter((known) => known !== text)),
    /** How many templates only this device has. */
    own: own.length,
    /** Shares the templates of this device. */
    share: () => {
      change.mutate([...new Set([...templates, ...own.map(renamed)])].slice(0, TEMPLATES_MAX))
      ofDevice.set([])
    },
  }
}

export type Templates = ReturnType<typeof useTemplates>
