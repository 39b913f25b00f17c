const COUNT = new Intl.NumberFormat('zh-CN')

/** An amount in yuan with sign and thousands separators: `5940.00` is ¥5,940.00, `-88.00` is -¥88.00. */
export function formatSum(yuan: string): string {
  const [whole = '0', places = '00'] = yuan.replace('-', '').split('.')
  return `${yuan.startsWith('-') ? '-' : ''}¥${COUNT.format(BigInt(whole))}.${places}`
}
