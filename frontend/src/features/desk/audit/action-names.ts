/** What the log's actions are called, by the API's word. */
export const ACTION_NAMES: Readonly<Record<string, string>> = {
  'messages.reply': '回复留言',
  'messages.close': '关闭留言',
  'works.edit': '编辑作品',
  'works.hide': '隐藏作品',
  'works.restore': '恢复作品',
  'works.takedown': '下架作品',
  'works.suspend': '举报后暂停显示',
  'reports.decide': '处理举报',
}

/** What the log's targets are called, by the API's word. */
export const TARGET_NAMES: Readonly<Record<string, string>> = { work: '作品', message: '留言', report: '举报' }

/** What an action is called; an unknown word is shown as it is. */
export function actionName(word: string): string {
  return ACTION_NAMES[word] ?? word
}
