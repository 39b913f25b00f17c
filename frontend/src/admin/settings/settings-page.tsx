import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { userInfoOptions } from '@/entities/user/api.ts'
import type { Schemas } from '@/shared/api/contract.ts'
import { Button } from '@/shared/ui/button.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { TableSkeleton } from '../kit/admin-table.tsx'
import { FilterTabs } from '../kit/filter-tabs.tsx'
import { KeywordForm } from '../kit/keyword-form.tsx'
import { useTableParams } from '../kit/use-table-params.ts'
import { settingsOptions } from './api.ts'
import { LimitRows } from './limit-rows.tsx'
import { LimitsDialog } from './limits-dialog.tsx'
import { LIMIT_FIELDS, type LimitTexts } from './limits-form.ts'
import { SiteDialog } from './site-dialog.tsx'
import '../kit/admin-table.css'
import './settings-page.css'

const SOURCES: Readonly<Record<string, string>> = { env: '环境变量', file: '.env 文件', default: '默认值' }

const SHOWN = [
  { value: '', label: '全部' },
  { value: '1', label: '已更改' },
] as const

/** What is being edited: the site's words, or limits, of which one may be first. */
type Editing = { what: 'site' } | { what: 'limits'; first?: keyof LimitTexts }

/** Permission to change the site's own words. */
const EDIT = 'settings:edit'

/** The site's own words and limits, and a read-only list of settings: value, default, source and description. */
export default function SettingsPage() {
  const list = useQuery(settingsOptions())
  const info = useQuery(userInfoOptions())
  const [editing, setEditing] = useState<Editing | null>(null)
  const close = () => setEditing(null)
  const mayEdit = info.data?.permissions.includes(EDIT)
  const table = useTableParams()
  const keyword = table.value('keyword').trim().toLowerCase()
  const onlyChanged = table.value('changed') === '1'
  const matches = ({ name, helpZh, source }: Schemas['AdminSetting']) =>
    `${name} ${helpZh}`.toLowerCase().includes(keyword) && (!onlyChanged || source !== 'default')
  const limits = mayEdit && !onlyChanged ? LIMIT_FIELDS.filter(({ label }) => label.includes(keyword)) : []
  return (
    <>
      <div className="admin-head">
        <h1>设置</h1>
        {mayEdit && (
          <>
            <Button onClick={() => setEditing({ what: 'site' })}>网站信息</Button>
            <Button onClick={() => setEditing({ what: 'limits' })}>限额与支付</Button>
          </>
        )}
        <KeywordForm table={table} label="名称或说明" />
      </div>
      <p className="admin-note">
        网站信息、限额与支付在这里修改，立即生效。其他设置在服务器的环境变量或 .env
        文件里修改，重新启动后生效。密钥只显示是否已设置。
      </p>
      <div className="admin-filters">
        <FilterTabs table={table} label="范围" name="changed" choices={SHOWN} />
      </div>
      <QueryView query={list} fallback={<TableSkeleton />}>
        {({ rows }) => (
          <SettingsTable
            rows={rows.filter(matches)}
            limits={limits}
            onEdit={(first) => setEditing({ what: 'limits', first })}
          />
        )}
      </QueryView>
      {editing?.what === 'site' && <SiteDialog onClose={close} />}
      {editing?.what === 'limits' && <LimitsDialog first={editing.first} onClose={close} />}
    </>
  )
}

interface SettingsTableProps {
  rows: readonly Schemas['AdminSetting'][]
  limits: readonly (typeof LIMIT_FIELDS)[number][]
  onEdit: (name: keyof LimitTexts) => void
}

function SettingsTable({ rows, limits, onEdit }: SettingsTableProps) {
  if (rows.length + limits.length === 0) return <EmptyView text="没有符合的设置" />
  return (
    <div className="admin-table-frame">
      <table className="admin-table settings-table" aria-label="设置">
        <thead>
          <tr>
            <th scope="col">名称</th>
            <th scope="col">当前值</th>
            <th scope="col">默认值</th>
            <th scope="col">来源</th>
          </tr>
        </thead>
        <tbody>
          {limits.length > 0 && <LimitRows fields={limits} onEdit={onEdit} />}
          {rows.map((row) => (
            <SettingRow key={row.name} setting={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SettingRow({ setting }: { setting: Schemas['AdminSetting'] }) {
  const { name, helpZh, source } = setting
  return (
    <tr data-default={source === 'default' || undefined}>
      <td data-name="名称" data-wide>
        <div>
          <code>{name}</code>
          <span className="admin-sub">{helpZh}</span>
        </div>
      </td>
      <td data-name="当前值" data-wide={source !== 'default' || undefined}>
        <Value setting={setting} />
      </td>
      <td data-name="默认值" data-wide>
        {setting.default ? <code>{setting.default}</code> : '—'}
      </td>
      <td data-name="来源">
        <span className="admin-nowrap" data-given={source !== 'default' || undefined}>
          {SOURCES[source] ?? source}
        </span>
      </td>
    </tr>
  )
}

function Value({ setting: { value, secret, isSet } }: { setting: Schemas['AdminSetting'] }) {
  if (secret === 1) return <>{isSet === 1 ? '已设置' : '未设置'}</>
  return value ? <code>{value}</code> : <>—</>
}
