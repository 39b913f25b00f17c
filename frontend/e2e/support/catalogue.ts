/** The catalogue the journeys walk through: the same on every run, except that its dates count back from today. */

/** The channels by the name the API uses, with what the site calls them. */
export const CHANNELS = {
  censored: { label: '有码', prefix: 'YKA', place: '山城' },
  uncensored: { label: '无码', prefix: 'YKB', place: '港湾' },
  western: { label: '欧美', prefix: 'YKW', place: '北境' },
} as const

export type Channel = keyof typeof CHANNELS

/** The channels in the order of the screens. */
export const CHANNEL_NAMES = Object.keys(CHANNELS) as Channel[]

/** Works of each channel. */
export const WORKS = 150
/** Of these, works without a magnet link, which the lists leave out until asked. */
export const WITHOUT_MAGNET = 15
/** Works of each channel with a magnet link. */
export const WITH_MAGNET = WORKS - WITHOUT_MAGNET

/** Of each channel, the work that can be watched online, the one being transcoded, and the one with several magnets. */
export const ONLINE = 0
export const TRANSCODING = 2
export const MANY_MAGNETS = 1
/** How many magnets that one has. */
export const MAGNETS = 5
const HASHES_APART = 10_000

const TIMES = ['清晨', '午后', '黄昏', '深夜', '初春', '盛夏', '晚秋', '寒冬', '雨季', '雪天']
const THINGS = [
  '灯塔',
  '车站',
  '书店',
  '渡口',
  '花园',
  '茶馆',
  '邮局',
  '画室',
  '长桥',
  '果园',
  '码头',
  '琴声',
  '风筝',
  '棋局',
  '地图',
]

const FAMILY = ['月野', '青木', '白石', '高桥', '森下', '川口', '星野', '小林']
const GIVEN = ['あかり', 'みどり', 'ゆき', 'はるか', 'なぎさ']
const GIVEN_CN = ['明里', '绿', '雪', '遥', '渚']

/** A name works are filed under, as it is imported. */
interface NamedTerm {
  name: string
  nameCn?: string
  aliases?: string[]
}

/** One line of the import. */
export interface ImportedWork {
  channel: Channel
  number: string
  title: string
  pubTime: string
  duration: number
  average: number
  evaluates: number
  picBig: string
  picSmall: string
  imageBig: string[]
  imageSmall: string[]
  mp4?: string
  /** 1 can be watched online, 2 is being transcoded. */
  isOnline?: number
  m3u8?: string
  tags: { name: string; nameCn: string; group: string }[]
  performers: NamedTerm[]
  makers: NamedTerm[]
  labels: NamedTerm[]
  directors: NamedTerm[]
  series: NamedTerm[]
  items: NamedTerm[]
  magnets: { name: string; infoHash: string; length: number; createTime: string }[]
}

/** Categories in two groups. */
export const TAGS = [
  { name: 'Seaside', nameCn: '海边', group: '场景' },
  { name: 'Mountain', nameCn: '高山', group: '场景' },
  { name: 'City', nameCn: '都市', group: '场景' },
  { name: 'Drama', nameCn: '剧情', group: '类型' },
  { name: 'Comedy', nameCn: '喜剧', group: '类型' },
] as const

/** Forty performers: more than one page of the sidebar. */
const PERFORMERS: NamedTerm[] = FAMILY.flatMap((family, at) =>
  GIVEN.map((given, index) => ({
    name: `${family}${given}`,
    nameCn: `${family}${GIVEN_CN[index]}`,
    aliases: [`Alias ${at * GIVEN.length + index}`],
  })),
)

/** Folder of the pictures below the media folder. */
export const PICTURES = 'e2e'
const STILLS = [1, 2, 3, 4]

const pick = <Value>(values: readonly Value[], index: number): Value => values[index % values.length] as Value
const terms = (word: string, wordCn: string, index: number): NamedTerm[] => [
  { name: `${word} ${index}`, nameCn: `${wordCn}${index}号` },
]

/** The day that lies `days` before today in Shanghai. */
function daysAgo(days: number): string {
  const day = new Date(Date.now() - days * 24 * 3600 * 1000)
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(day)
}

/** Number of a channel's work; works are counted from the newest, 0. */
export function numberOf(channel: Channel, index: number): string {
  return `${CHANNELS[channel].prefix}-${String(index + 1).padStart(3, '0')}`
}

/** Title of a channel's work: ten times of day or year by fifteen things. */
export function titleOf(channel: Channel, index: number): string {
  return `${CHANNELS[channel].place}${pick(TIMES, index)}的${THINGS[Math.floor(index / TIMES.length)]}`
}

/** Whether a work has a magnet link: all but every tenth, the tenth of each decade. */
export function hasMagnet(index: number): boolean {
  return index % 10 !== 9
}

/** Ratings above all others: one for the last 30 days, a higher one for the last 90. */
const TOP_RATED: Record<number, number> = { 12: 4.5, 60: 5 }

/** A channel's work. */
export function workAt(channel: Channel, index: number): ImportedWork {
  const number = numberOf(channel, index)
  const serial = CHANNEL_NAMES.indexOf(channel) * WORKS + index
  return {
    channel,
    number,
    title: titleOf(channel, index),
    pubTime: daysAgo(index),
    duration: 60 + index,
    average: TOP_RATED[index] ?? 1 + (index % 30) / 10,
    evaluates: 10 + index,
    picBig: `${PICTURES}/cover-${serial % 5}.svg`,
    picSmall: `${PICTURES}/cover-${serial % 5}.svg`,
    // Works with an odd place in the list have no stills.
    imageBig: index % 2 === 0 ? STILLS.map((still) => `${PICTURES}/still-${still}.svg`) : [],
    imageSmall: index % 2 === 0 ? STILLS.map((still) => `${PICTURES}/still-${still}.svg`) : [],
    ...(index === 0 ? { mp4: 'clips/test-pattern.mp4' } : {}),
    ...(index === ONLINE ? { isOnline: 1, m3u8: 'streams/demo/index.m3u8' } : {}),
    ...(index === TRANSCODING ? { isOnline: 2 } : {}),
    tags: [pick(TAGS, index), pick(TAGS, index + 3)],
    performers: [pick(PERFORMERS, index)],
    makers: terms('Studio', '片商', index % 6),
    labels: terms('Label', '发行', index % 4),
    directors: terms('Director', '导演', index % 7),
    series: terms('Series', '系列', index % 9),
    items: terms('Item', '合辑', index % 3),
    magnets: hasMagnet(index)
      ? Array.from({ length: index === MANY_MAGNETS ? MAGNETS : 1 }, (_, at) => ({
          name: at === 0 ? `${number} 高清` : `${number} 高清 ${at + 1}`,
          infoHash: (serial + 1 + at * HASHES_APART).toString(16).padStart(40, '0'),
          length: 3 * 1024 ** 3,
          createTime: daysAgo(index),
        }))
      : [],
  }
}

/** Every work of the catalogue, as the file to import. */
export function importFile(): string {
  const lines = CHANNEL_NAMES.flatMap((channel) =>
    Array.from({ length: WORKS }, (_, index) => JSON.stringify(workAt(channel, index))),
  )
  return `${lines.join('\n')}\n`
}

/** A picture that is one colour with a lighter disc. */
export function picture(hue: number): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 320" width="480" height="320">' +
    `<rect width="480" height="320" fill="hsl(${hue} 40% 30%)"/><circle cx="240" cy="160" r="90" fill="hsl(${hue} 40% 45%)"/></svg>`
  )
}
