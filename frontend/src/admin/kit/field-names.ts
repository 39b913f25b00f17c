/** Labels of fields in the audit log. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  actor: '操作人',
  aliases: '别名',
  amount: '金额',
  announcement: '公告',
  appId: '应用',
  askedBy: '申请人',
  assignee: '处理人',
  average: '评分',
  blockedWords: '屏蔽词',
  cancelling: '正在停止',
  channel: '频道',
  checklistDismissed: '收起开站清单',
  closedChannels: '关闭的支付方式',
  codeRevoked: '激活码已作废',
  count: '数量',
  createTime: '创建时间',
  curated: '人工锁定',
  currentPrice: '现价',
  days: '天数',
  daysTakenBack: '收回天数',
  decision: '处理结果',
  deleted: '已删除',
  directors: '导演',
  disabled: '已停用',
  dryRun: '只检查',
  duration: '时长（分钟）',
  entry: '回复编号',
  evaluates: '评价人数',
  expireTime: '到期时间',
  footer: '页脚',
  fromLine: '从第几行继续',
  group: '分组',
  hidden: '已隐藏',
  id: '编号',
  imageBig: '大剧照',
  imageSmall: '小剧照',
  infoHash: '哈希',
  into: '合并到',
  isOnline: '在线播放',
  items: '相同系列',
  kept: '保持现状',
  keptFields: '保留的人工字段',
  keptWorks: '保留人工修改的作品',
  kind: '类型',
  labels: '发行商',
  last4: '末四位',
  levelId: '会员等级',
  lines: '行数',
  logo: 'Logo',
  m3u8: '播放地址',
  magnets: '磁力链接',
  makers: '片商',
  memberCopies: '会员每天可复制的磁链',
  mod: '频道',
  modId: '频道',
  mp4: '预览视频',
  name: '名称',
  replaces: '替换影片',
  nameCn: '中文名',
  network: '网络',
  new: '新增',
  note: '备注编号',
  number: '番号',
  onSale: '在售',
  origPrice: '原价',
  outcome: '查询结果',
  overrideCurated: '覆盖人工修改',
  paid: '已支付',
  payChannel: '收款渠道',
  performers: '演员',
  permissions: '附加权限',
  picBig: '大封面',
  picSmall: '小封面',
  plan: '套餐',
  planNotice: '套餐说明',
  position: '排序',
  price: '金额',
  problem: '中断原因',
  program: '程序密钥',
  pubTime: '发行时间',
  publishTime: '定时发布',
  questions: '会员每天可提交的问题',
  received: '实收金额',
  refundNo: '退款单号',
  refused: '拒绝',
  remark: '说明',
  revoked: '作废数量',
  restored: '恢复原样',
  role: '角色',
  scopes: '密钥权限',
  series: '系列',
  sessionsEnded: '已退出的登录',
  sha256: '文件校验值',
  siteName: '网站名称',
  size: '文件大小（字节）',
  state: '状态',
  status: '状态',
  strict: '全对才导入',
  systemUser: '系统用户',
  tags: '类别',
  templates: '常用回复',
  terms: '删除的标签、演员等',
  title: '标题',
  tradeNo: '交易号',
  unchanged: '未变',
  undo: '撤销',
  updated: '更新',
  validUntil: '有效期至',
  version: '版本',
  visitorCopies: '游客每天可复制的磁链',
  vipUntil: 'VIP到期',
  warnings: '提醒',
  withheld: '人工下线',
  work: '影片',
  works: '影片数',
}

/** Label of a field; unknown ones are shown as they are. */
export function fieldName(field: string): string {
  return FIELD_NAMES[field] ?? field
}

/** Labels of values, by field. */
const VALUE_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  channel: { censored: '有码', uncensored: '无码', western: '欧美' },
  decision: { takedown: '下架', keep: '保留', takeDown: '下架', dismiss: '保留' },
  isOnline: { 0: '不支持', 1: '可在线观看', 2: '转码中' },
  kind: {
    tag: '类别',
    performer: '演员',
    maker: '片商',
    label: '发行商',
    director: '导演',
    series: '系列',
    item: '相同系列',
    vip: 'VIP',
    code: '激活码',
  },
  modId: { 1: '有码', 2: '无码', 3: '欧美' },
  payChannel: { alipay: '支付宝', weixin: '微信', other: '其他' },
  role: { member: '会员', editor: '编辑', support: '客服', cashier: '财务', admin: '管理员' },
  state: {
    receiving: '未传完',
    queued: '排队中',
    running: '导入中',
    done: '已完成',
    cancelled: '已停止',
    failed: '已中断',
  },
  undo: { open: '可以撤销', begun: '进行中', done: '已完成' },
  withheld: {
    no: '否',
    hidden: '已隐藏',
    reported: '举报待处理',
    takenDown: '已下架',
    draft: '草稿',
    scheduled: '定时',
    merged: '已合并',
  },
}

/** Labels of states, by kind of object. */
const STATUS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  message: { 0: '待答复', 1: '已回复', 9: '已关闭' },
  order: { 0: '未支付', 1: '已支付', 2: '异常', 3: '已关闭', 4: '已退款' },
  report: { open: '待处理', done: '已处理' },
  download: { open: '待处理', done: '已完成', refused: '已拒绝' },
}

/** A field value formatted for display. */
export function plainValue(targetKind: string, field: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (value === '' || value === null || value === undefined) return '（空）'
  if (typeof value === 'object') return objectText(value)
  const names = field === 'status' ? STATUS[targetKind] : VALUE_NAMES[field]
  return names?.[String(value)] ?? String(value)
}

/** A term by its name, any other object field by field. */
function objectText(value: object): string {
  const named = value as { name?: unknown; nameCn?: unknown }
  if (typeof named.name === 'string') return named.nameCn ? `${named.name}（${String(named.nameCn)}）` : named.name
  return Object.entries(value)
    .map(([field, part]) => `${fieldName(field)} ${plainValue('', field, part)}`)
    .join('，')
}
