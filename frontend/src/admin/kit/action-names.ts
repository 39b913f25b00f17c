import type { QueryOf } from '@/shared/api/contract.ts'

type FilterValue<Name extends keyof QueryOf<'/admin/audit'>> = Exclude<
  QueryOf<'/admin/audit'>[Name],
  '' | null | undefined
>
/** An action of operators, as in the API. */
type AuditAction = FilterValue<'action'>
/** The kind of object an action applies to, as in the API. */
type TargetKind = FilterValue<'targetKind'>

/** Labels of log's actions, by API code. */
export const ACTION_NAMES: Readonly<Record<AuditAction, string>> = {
  'messages.reply': '回复留言',
  'messages.close': '关闭话题',
  'messages.edit': '整理留言',
  'messages.templates': '修改常用回复',
  'works.edit': '编辑作品',
  'works.hide': '隐藏作品',
  'works.restore': '恢复作品',
  'works.takedown': '下架作品',
  'works.suspend': '举报后暂停显示',
  'reports.decide': '处理举报',
  'works.create': '新建作品',
  'works.merge': '合并作品',
  'works.import': '导入作品',
  'works.import.cancel': '停止或放弃导入',
  'works.import.undo': '撤销导入',
  'jobs.cancel': '取消任务',
  'jobs.again': '重新运行任务',
  'jobs.delete': '清除任务记录',
  'terms.create': '新建词条',
  'terms.edit': '编辑词条',
  'terms.merge': '合并词条',
  'terms.delete': '删除词条',
  'orders.recheck': '重新查询订单',
  'orders.grant': '人工补单',
  'orders.grant.ask': '申请补单',
  'orders.grant.cancel': '撤回补单申请',
  'orders.refund': '退款',
  'orders.void': '作废沙箱订单',
  'plans.create': '新建套餐',
  'plans.edit': '编辑套餐',
  'site.edit': '修改网站设置',
  'codes.make': '生成激活码',
  'codes.revoke': '作废激活码',
  'users.create': '新建用户',
  'users.disable': '停用用户',
  'users.enable': '启用用户',
  'users.days': '调整VIP天数',
  'users.role': '调整角色',
  'users.password': '重置密码',
  'users.signin': '管理人员登录',
  'users.signin.failed': '管理人员登录失败',
  'keys.create': '生成程序密钥',
  'keys.delete': '删除程序密钥',
  'downloads.decide': '处理下载申请',
}

/** Labels of log's targets, by API code. */
export const TARGET_NAMES: Readonly<Record<TargetKind, string>> = {
  work: '作品',
  message: '留言',
  report: '举报',
  import: '导入',
  film: '影片任务',
  term: '词条',
  order: '订单',
  plan: '套餐',
  site: '网站',
  codes: '激活码',
  user: '用户',
  download: '下载申请',
}

/** Every action, as choices. */
export const ACTION_CHOICES = (Object.keys(ACTION_NAMES) as AuditAction[]).map((value) => ({
  value,
  label: ACTION_NAMES[value],
}))

/** Every kind of target, as choices. */
export const TARGET_CHOICES = (Object.keys(TARGET_NAMES) as TargetKind[]).map((value) => ({
  value,
  label: TARGET_NAMES[value],
}))

/** Label of a kind of target; unknown ones are shown as they are. */
export function targetName(code: string): string {
  return TARGET_CHOICES.find(({ value }) => value === code)?.label ?? code
}

/** What an action is called; an unknown word is shown as it is. */
export function actionName(code: string): string {
  return ACTION_CHOICES.find(({ value }) => value === code)?.label ?? code
}
