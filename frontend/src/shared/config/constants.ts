/** Rows requested per page, by screen (R17.1 to R17.6). */
export const PAGE_SIZE = {
  latestCensored: 32,
  latestUncensored: 12,
  latestWestern: 32,
  search: 24,
  ranking: 12,
  category: 24,
  sidebar: 32,
  relation: 12,
  similar: 48,
  magnets: 48,
  homeRow: 12,
  collected: 24,
  likes: 10,
  follows: 24,
  followed: 24,
  collections: 50,
  orders: 20,
  messages: 12,
  downloads: 12,
  downloadsOfWork: 100,
  admin: 20,
} as const

/** Further pages of a list that load by themselves before the button is awaited (R2.2). */
export const AUTO_PAGES = 5

/** Largest number of a page that can be asked for. */
export const PAGE_MAX = 10_000

/** Public lists give no rows beyond this one. */
export const LIST_ROWS_MAX = 10_000

/** Longest search keyword, in code points (R6.1). */
export const KEYWORD_MAX = 32

/** Shortest id of a work, in characters (R3.1). */
export const WORK_ID_MIN = 16

/** How many recently opened works are kept on the device (R8.7). */
export const HISTORY_MAX = 50

/** Films whose position is kept on the device, and how many of them home shows (R4.5, R9.17). */
export const POSITIONS_MAX = 50
export const BEGUN_MAX = 20

/** Request time limit in milliseconds (R17.26). */
export const REQUEST_TIMEOUT_MS = 10_000

/** Time limit of the captcha request in milliseconds (R17.26). */
export const CAPTCHA_TIMEOUT_MS = 20_000

/** Identical POST or PUT requests within this many milliseconds are refused (R15.12). */
export const DUPLICATE_WINDOW_MS = 1000

/** How long the error for a bad work id is shown, in milliseconds (R3.1). */
export const BAD_ID_TOAST_MS = 1000

/** How long the age choice is kept, in milliseconds: 30 days. */
export const AGE_CHOICE_MS = 30 * 24 * 60 * 60 * 1000

/** After going back, how long until the leave page shows because the page is still here, in milliseconds. */
export const LEAVE_FALLBACK_MS = 300

/** Two presses of Escape inside this many milliseconds leave the site's pages at once. */
export const LEAVE_FAST_MS = 600

/** Fewer small stills than this show a text instead (R3.10). */
export const STILLS_MIN = 3

/** Days of the ranking at home (R1.31). */
export const MONTH_DAYS = 30

/** Answers are not asked for again within this many milliseconds. */
export const FRESH_MS = 60_000

/** A list revisited within this many milliseconds is not refetched: 30 minutes. */
export const LIST_FRESH_MS = 30 * 60 * 1000

/** How long a remembered password is kept, in seconds: 30 days (R7.9). */
export const REMEMBER_SECONDS = 30 * 24 * 60 * 60

/** How long the notice after collecting offers to change the collection, in milliseconds (R9.4). */
export const COLLECT_NOTICE_MS = 5000

/** How many collections a work can be in at once (R9.5). */
export const COLLECTIONS_OF_WORK_MAX = 5

/** Longest name of a collection, in code points (R9.7). */
export const COLLECTION_NAME_MAX = 30

/** Longest description of a collection, in code points (R9.7). */
export const COLLECTION_DESCRIPTION_MAX = 200

/** From this many works on, a member's list ends in a divider to load more (R8.5). */
export const DIVIDER_FROM = 10

/** How many magnet links visitors and members without VIP may copy in a day, unless operators set it (R5.6). */
export const COPIES_OF_VISITOR = 3
export const COPIES_OF_MEMBER = 100

/** Volume of a clip or film until somebody sets another one (R4.5). */
export const START_VOLUME = 0.6

/** Speeds a film can be watched at (R4.5). */
export const PLAYBACK_RATES = [0.7, 1, 1.5, 2] as const

/** Shortest and longest text of an activation code, in code points (R17.13). */
export const ACTIVATION_CODE_MIN = 8
export const ACTIVATION_CODE_MAX = 64

/** Members are reminded this many days before VIP expires. */
export const REMIND_DAYS = 7

/** Most terms whose works are hidden (R9.14). */
export const HIDDEN_TERMS_MAX = 200

/** How many filters can be saved, and how long their names (code points) and queries may be (R9.15). */
export const SAVED_FILTERS_MAX = 20
export const FILTER_NAME_MAX = 20
export const FILTER_QUERY_MAX = 500

/** Values of `status` in the calls about likes and collections (R9.2). */
export const ON = 0
export const OFF = 9

/** Longest question or reply of a member to support, in code points (R12.1). */
export const MESSAGE_MAX = 150

/** Longest reply of support, in code points. */
export const REPLY_MAX = 1000

/** Longest detail and contact of a report, in code points. */
export const REPORT_DETAIL_MAX = 500
export const REPORT_CONTACT_MAX = 120

/** Longest reason an operator gives for a change, in code points. */
export const REASON_MAX = 200

/** Longest number that a payment provider gives a payment, in characters. */
export const TRADE_NUMBER_MAX = 64

/** Longest name, remark, and time of a plan (code points, code points, days), and what one costs at most (yuan). */
export const PLAN_NAME_MAX = 40
export const PLAN_REMARK_MAX = 120
export const PLAN_DAYS_MAX = 36_500
export const PLAN_PRICE_MAX = 1_000_000

/** The last place of a plan in the shop, and the groups that a plan can give. */
export const PLAN_POSITION_MAX = 999
export const PLAN_LEVELS = [2, 9] as const

/** Most activation codes that are made together, and the longest name of such a batch. */
export const BATCH_CODES_MAX = 5000
export const BATCH_NAME_MAX = 40

/** Polling interval of an open queue or conversation, in milliseconds. */
export const WATCH_MS = 20_000

/** Maximum bytes per upload call. */
export const IMPORT_PART_BYTES = 1024 * 1024

/** Timeout of an upload call in milliseconds, for slow lines. */
export const IMPORT_PART_TIMEOUT_MS = 60_000

/** Timeout of starting an import in milliseconds: the server reads the whole file once. */
export const IMPORT_START_TIMEOUT_MS = 120_000

/** Polling interval of the list of jobs while one is running, in milliseconds. */
export const JOBS_WATCH_MS = 3000

/** Polling interval of a running import, in milliseconds. */
export const IMPORT_WATCH_MS = 1000

/** Where the console keeps on this device what was opened last (R19.25). */
export const RECENT_ITEMS_KEY = 'yingku.console.recent'

/** Where the console keeps on this device the reasons that were given for changes (R19.33). */
export const REASONS_KEY = 'yingku.console.reasons'

/** Where the console keeps on this device the views of the works table (R19.31), and how many. */
export const WORK_VIEWS_KEY = 'yingku.console.workViews'
export const WORK_VIEWS_MAX = 20

/** Where the console keeps on this device the chosen columns of its tables (R19.32). */
export const COLUMNS_KEY = 'yingku.console.columns'
