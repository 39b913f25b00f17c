import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '@/shared/api/contract.ts'
import { useUrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import type { Column } from '../kit/admin-table.tsx'
import { actionsColumn, timeColumn } from '../kit/columns.tsx'
import { ListPage } from '../kit/list-page.tsx'
import { known } from '../kit/table-params.ts'
import { NAMES, TIMES } from '../kit/table-sort.ts'
import { useTableParams } from '../kit/use-table-params.ts'
import { membersOptions } from './api.ts'
import { MemberDrawer } from './member-drawer.tsx'
import { ROLES, roleName } from './names.ts'

const SORT_FIELDS = { userName: NAMES, vipUntil: TIMES, createTime: TIMES }

const ROLE_CHOICES = [{ value: '', label: '全部角色' }, ...ROLES] as const
const VIP_CHOICES = [
  { value: '', label: '全部会员' },
  { value: '1', label: 'VIP' },
  { value: '0', label: '非VIP' },
] as const
const STATE_CHOICES = [
  { value: '', label: '全部状态' },
  { value: '0', label: '正常' },
  { value: '1', label: '已停用' },
] as const

function columnsOf(open: (id: string) => void): Column<Schemas['AdminMember'], keyof typeof SORT_FIELDS>[] {
  return [
    { name: '用户名', sort: 'userName', cell: ({ userName }) => userName },
    { name: '角色', cell: ({ role }) => <span className="admin-nowrap">{roleName(role)}</span> },
    {
      name: 'VIP',
      sort: 'vipUntil',
      wide: true,
      cell: ({ vipUntil }) => (vipUntil ? <time>至 {vipUntil}</time> : '—'),
    },
    {
      name: '状态',
      cell: ({ disabled }) => (disabled === 1 ? <Badge tone="accent">已停用</Badge> : '正常'),
    },
    timeColumn('注册时间', ({ createTime }) => createTime, 'createTime'),
    actionsColumn(
      ({ userName }) => userName,
      ({ id }) => [['查看', () => open(id)]],
    ),
  ]
}

export default function MembersPage() {
  const table = useTableParams(SORT_FIELDS)
  const dialog = useUrlDialog('open')
  const list = useQuery(
    membersOptions({
      keyword: table.value('keyword'),
      role: known(ROLE_CHOICES, table.value('role')),
      disabled: known(STATE_CHOICES, table.value('disabled')),
      vip: known(VIP_CHOICES, table.value('vip')),
      ...table.sorted,
      page: table.page,
    }),
  )

  return (
    <ListPage
      title="会员"
      table={table}
      search={{ label: '用户名开头或完整邮箱' }}
      filters={[
        { label: '角色', name: 'role', choices: ROLE_CHOICES },
        { label: 'VIP', name: 'vip', choices: VIP_CHOICES },
        { label: '状态', name: 'disabled', choices: STATE_CHOICES },
      ]}
      list={list}
      columns={columnsOf(dialog.open)}
      empty="没有符合的会员"
    >
      {dialog.value && <MemberDrawer key={dialog.value} id={dialog.value} onClose={dialog.close} />}
    </ListPage>
  )
}
