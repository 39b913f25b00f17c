import { useQuery } from '@tanstack/react-query'
import type { AdminMember } from '@/shared/api/types.ts'
import { useAddressDialog } from '@/shared/lib/use-address-dialog.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { AdminTable, type Column } from '../kit/admin-table.tsx'
import { FilterTabs } from '../kit/filter-tabs.tsx'
import { KeywordForm } from '../kit/keyword-form.tsx'
import { RowButton } from '../kit/row-button.tsx'
import { known } from '../kit/table-address.ts'
import { NAMES, TIMES } from '../kit/table-sort.ts'
import { useTableAddress } from '../kit/use-table-address.ts'
import { membersOptions } from './api/members.ts'
import { MemberDrawer } from './member-drawer.tsx'
import { ROLES, roleName } from './names.ts'

const ROLE_CHOICES = [{ value: '', label: '全部角色' }, ...ROLES]
const VIP_CHOICES = [
  { value: '', label: '全部会员' },
  { value: '1', label: 'VIP' },
  { value: '0', label: '非VIP' },
]
const STATE_CHOICES = [
  { value: '', label: '全部状态' },
  { value: '0', label: '正常' },
  { value: '1', label: '已停用' },
]

/** The members table: find a member and look at them. */
export default function MembersPage() {
  const { page, value, sorted } = useTableAddress()
  const looked = useAddressDialog('open')

  const columns: Column<AdminMember>[] = [
    { name: '用户名', sort: { word: 'userName', ways: NAMES }, cell: ({ userName }) => userName },
    { name: '角色', cell: ({ role }) => <span className="admin-nowrap">{roleName(role)}</span> },
    {
      name: 'VIP',
      sort: { word: 'vipUntil', ways: TIMES },
      wide: true,
      cell: ({ vipUntil }) => (vipUntil ? <time>至 {vipUntil}</time> : '—'),
    },
    {
      name: '状态',
      cell: ({ disabled }) => (disabled === 1 ? <Badge tone="accent">已停用</Badge> : '正常'),
    },
    {
      name: '注册时间',
      sort: { word: 'createTime', ways: TIMES },
      wide: true,
      cell: ({ createTime }) => <time>{createTime}</time>,
    },
    {
      name: '操作',
      kind: 'actions',
      cell: ({ id, userName }) => (
        <div className="admin-actions">
          <RowButton subject={userName} onClick={() => looked.open(id)}>
            查看
          </RowButton>
        </div>
      ),
    },
  ]
  const list = useQuery(
    membersOptions({
      keyword: value('keyword'),
      role: known(ROLE_CHOICES, value('role')),
      disabled: known(STATE_CHOICES, value('disabled')),
      vip: known(VIP_CHOICES, value('vip')),
      ...sorted(columns),
      page,
    }),
  )

  return (
    <>
      <div className="admin-head">
        <h1>会员</h1>
        <KeywordForm label="用户名开头或完整邮箱" />
      </div>
      <div className="admin-filters">
        <FilterTabs label="角色" name="role" choices={ROLE_CHOICES} />
        <FilterTabs label="VIP" name="vip" choices={VIP_CHOICES} />
        <FilterTabs label="状态" name="disabled" choices={STATE_CHOICES} />
      </div>
      <AdminTable label="会员" list={list} columns={columns} empty="没有符合的会员" />
      {looked.value && <MemberDrawer key={looked.value} id={looked.value} onClose={looked.close} />}
    </>
  )
}
