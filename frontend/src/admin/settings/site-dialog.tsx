import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '@/shared/api/contract.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Dialog, DialogActions } from '@/shared/ui/dialog.tsx'
import { TextArea, TextField } from '@/shared/ui/field.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { TableSkeleton } from '../kit/admin-table.tsx'
import { ConflictPanel } from '../kit/conflict-panel.tsx'
import { isConflict } from '../kit/edit-conflict.ts'
import { editSite, loadSite, SITE_KEY, siteOptions } from '../kit/site.ts'
import { useAction } from '../kit/use-action.ts'
import { useEditBase } from '../kit/use-edit-base.ts'
import { LogoField } from './logo-field.tsx'
import {
  ANNOUNCEMENT_MAX,
  changedTexts,
  FOOTER_MAX,
  SITE_FIELDS,
  SITE_NAME_MAX,
  SITE_RULES,
  type SiteFormTexts,
  textsOf,
} from './site-form.ts'

/** The site's name, logo, announcement and footer, which apply without a restart. */
export function SiteDialog({ onClose }: { onClose: () => void }) {
  const site = useQuery(siteOptions())
  return (
    <Dialog title="网站信息" open onClose={onClose} shape="drawer">
      <div className="admin-drawer">
        <QueryView query={site} fallback={<TableSkeleton />}>
          {(opened) => <SiteForm opened={opened} onClose={onClose} />}
        </QueryView>
      </div>
    </Dialog>
  )
}

function SiteForm({ opened, onClose }: { opened: Schemas['AdminSite']; onClose: () => void }) {
  const { values, field, set, submit } = useForm<SiteFormTexts>(textsOf(opened), SITE_RULES)
  const { base, rebased, meet } = useEditBase({ opened, textsOf, fields: SITE_FIELDS, load: loadSite, set })
  const save = useAction({
    run: (texts: SiteFormTexts) => editSite({ version: base.version, ...changedTexts(base, texts) }),
    refresh: [SITE_KEY],
    onDone: onClose,
    done: '已保存',
    onRefused: (error, texts) => isConflict(error) && meet(texts),
  })

  function onSubmit(texts: SiteFormTexts) {
    if (Object.keys(changedTexts(base, texts)).length === 0) toast('没有改动', { kind: 'warning' })
    else save.mutate(texts)
  }

  return (
    <form className="admin-form" noValidate onSubmit={submit(onSubmit)}>
      {rebased && (
        <ConflictPanel key={base.version} rebased={rebased} values={values} set={set} show={(_, text) => text} />
      )}
      <p className="admin-note">几秒内在网站上生效，不用重新启动；已打开的页面刷新后显示。</p>
      <TextField label="网站名称" field={field('name')} hint={`最多 ${SITE_NAME_MAX} 个字符`} autoComplete="off" />
      <LogoField logo={field('logo')} />
      <TextArea
        label="公告"
        field={field('announcement')}
        hint={`显示在每个页面上，访客可以关闭；留空为不显示，最多 ${ANNOUNCEMENT_MAX} 个字符`}
        rows={4}
      />
      <TextField
        label="页脚"
        field={field('footer')}
        hint={`显示在首页、登录页、我的和年龄确认页的底部，最多 ${FOOTER_MAX} 个字符`}
        autoComplete="off"
      />
      <DialogActions confirm="保存" busy={save.isPending} />
    </form>
  )
}
