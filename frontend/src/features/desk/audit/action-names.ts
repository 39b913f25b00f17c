/** What the log's actions are called, by the API's word. */
export const ACTION_NAMES: Readonly<Record<string, string>> = {
  'work.edit': '编辑作品',
  'work.hide': '隐藏作品',
  'work.restore': '恢复作品',
  'work.takedown': '下架作品',
  'message.reply': '回复留言',
  'message.close': '关闭留言',
  'report.decide': '处理举报',
}

/** What the log's targets are called, by the API's word. */
export const TARGET_NAMES: Readonly<Record<string, string>> = { work: '作品', message: '留言', report: '举报' }

/** What an action is called; an unknown word is shown as it is. */
export function actionName(word: string): string {
  return ACTION_NAMES[word] ?? word
}
