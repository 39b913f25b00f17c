import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = resolve(import.meta.dirname, '..')

/**
 * Every literal text of spec §2.1–2.12 and §8 that a screen shows, and the texts of §4 and §5 and
 * the titles of §2.7–2.12 that it shows besides: the text, the part of the source it stands in, on which screen.
 */
const TEXTS: [text: string, part: string, screen: string][] = [
  // §2.4
  ['导演', 'app', 'directors: title of the sidebar'],
  ['相同系列', 'app', 'items: title of the sidebar'],
  ['女优合集', 'app', 'performers: title of the sidebar'],
  // §2.5
  ['出错了,请访问正确的网址！！', 'features/work-detail', 'work detail: bad id'],
  ['作品详情', 'features/work-detail', 'work detail: first tab'],
  ['磁力下载', 'features/work-detail', 'work detail: second tab'],
  ['作品剧照', 'features/work-detail', 'work detail: third tab'],
  ['观看预览视频', 'features/work-detail', 'work detail: chip'],
  ['演员表', 'features/work-detail', 'work detail: cast'],
  ['正式发行时间', 'features/work-detail', 'work detail: no magnet'],
  ['暂无磁力链接', 'features/work-detail', 'work detail: empty magnet list'],
  ['加载中', 'shared/ui', 'every screen and list: loading'],
  ['無劇照', 'features/work-detail', 'work detail: too few stills'],
  // §2.6
  ['VIP', 'features/member', 'member centre: top bar'],
  ['游客', 'features/member', 'member centre: default group'],
  ['收藏', 'features/member', 'member centre: first tab'],
  ['喜欢', 'features/member', 'member centre: second tab'],
  ['浏览记录', 'features/member', 'member centre: third tab'],
  ['暂时没有收藏内容~', 'features/member', 'member centre: nothing collected'],
  ['中文', 'features/member', 'member menu: language'],
  ['退出登录账号?', 'entities/user', 'logout: title'],
  ['是否要退出当前登录的账号？', 'entities/user', 'logout: message'],
  ['退出账号', 'entities/user', 'logout: confirm'],
  ['取消', 'shared/ui', 'logout: cancel'],
  // §2.7
  ['确 认 激活', 'features/vip', '/sub: button'],
  ['登 录 中...', 'features/vip', '/sub: busy'],
  ['没有激活码点我购买', 'features/vip', '/sub: link'],
  ['不支持退款', 'features/vip', '/sub: popup'],
  // §2.8
  ['元', 'features/vip', '/pay: unit'],
  ['活动价', 'features/vip', '/pay: reduced price'],
  ['確認付款', 'features/vip', '/pay: button'],
  // §2.9
  ['未到账?[联系客服补发]', 'features/vip', '/orders: chip'],
  ['已支付-完成', 'features/vip', '/orders: paid'],
  ['异常', 'features/vip', '/orders: abnormal'],
  // §2.10, §2.11
  ['没有账号?点我注册', 'features/account', '/login: link'],
  ['账户登陆', 'features/account', '/login: heading'],
  ['账户注册', 'features/account', '/register: heading'],
  // §2.12
  ['提交问题', 'features/messages', '/message: button of a new question'],
  ['已提交的问题', 'features/messages', '/message: heading of the list'],
  ['沟通详情', 'features/messages', '/message: title of the popup'],
  ['确 认 提交', 'features/messages', '/message: button of the reply'],
  // §4
  ['待答复', 'features/messages', '/message: state 0'],
  ['新回复', 'features/messages', '/message: state 1'],
  ['已关闭', 'features/messages', '/message: state 9'],
  ['提交成功', 'features/messages', '/message: sent'],
  ['您已经成功登陆账号', 'features/account', '/login: logged in already'],
  ['恭喜您,注册成功!', 'features/account', '/register: success'],
  // §6
  ['需要登陆账号才可以使用该功能！', 'features/work-detail', 'magnets: a visitor copied three'],
  // §5
  ['激活码至少8位', 'features/vip', '/sub: short code'],
  ['用户名至少6位数', 'features/account', '/login, /register: short name'],
  ['密码至少需要8位数', 'features/account', '/login, /register: short password'],
  ['请输入4位验证码', 'features/account', '/login, /register: short captcha'],
  ['安全邮箱', 'features/account', '/register: bad email'],
  ['两次密码输出不一致,请重新输入', 'features/account', '/register: passwords differ'],
  ['收藏夾名字未填写', 'entities/collection', 'new collection: no name'],
  ['请输入搜索内容！,限制为1-32个字符', 'features/search', 'search: warning'],
  ['搜索限制为1-32个字符', 'features/search', 'search: page info'],
  ['复制内容为空！', 'shared/lib', 'work detail: nothing to copy'],
  // §2.7–2.12: titles
  ['账户登陆', 'app', '/login: title'],
  ['账户注册', 'app', '/register: title'],
  ['激活码兑换', 'app', '/sub: title'],
  ['VIP充值', 'app', '/pay: title'],
  ['订单记录', 'app', '/orders: title'],
  ['客服留言', 'app', '/message: title'],
  // §7, §8
  ['已关闭该话题', 'features/messages', '/message: closed'],
  ['设置失败', 'features/messages', '/message: not closed'],
  ['客服还没有回复这个留言', 'features/messages', '/message: opened without a reply'],
  ['请填写后提交', 'features/messages', '/message: nothing written'],
  ['登录提示', 'app', 'every screen: dialog for code 403'],
  ['认证失败，无法访问系统资源', 'shared/api', 'every screen: code 401'],
  ['登陆信息已过期,请重新登陆', 'shared/api', 'every screen: code 403'],
  ['访问资源不存在', 'shared/api', 'every screen: code 404'],
  ['访问资源不存在', 'app', 'unknown address'],
  ['系统未知错误，请反馈给管理员', 'shared/api', 'every screen: other codes'],
  ['后端接口连接异常', 'shared/api', 'every screen: no connection'],
  ['系统接口请求超时', 'shared/api', 'every screen: timeout'],
  // The placeholder is the spec's {code}.
  [`系统接口\${status}异常`, 'shared/api', 'every screen: failing status'],
  ['复制失败,请手动复制', 'shared/lib', 'work detail: copy failed'],
  ['复制成功！', 'shared/lib', 'work detail: copied'],
  ['您的操作速度太快了！', 'shared/api', 'every screen: repeated request'],
  [
    '非VIP用户,每日最多复制100次,,请先收藏后次日下载或升级VIP',
    'features/work-detail',
    'magnets: a member copied enough',
  ],
  ['支付系统故障了', 'features/vip', '/pay: no payment'],
]

function codeOf(part: string): string {
  const folder = resolve(SOURCE, part)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
}

it.each(TEXTS)('“%s” stands in %s (%s)', (text, part) => {
  // A text counts only as a whole: no further character of the language touches it.
  const whole = new RegExp(`[^\\p{Script=Han}]${escaped(text)}(?!\\p{Script=Han})`, 'u')
  expect(codeOf(part)).toMatch(whole)
})

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}
