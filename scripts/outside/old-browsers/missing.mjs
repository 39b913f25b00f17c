// Features that the oldest browsers lack, each as a script that removes it before the page runs.
const without = (object, ...names) => names.map((name) => `try { delete (${object})[${JSON.stringify(name)}] } catch {}`).join('\n')
const failing = (name) => `Object.defineProperty(window, ${JSON.stringify(name)}, { get() { throw new DOMException('blocked', 'SecurityError') } })`

/** Features of later browsers. */
export const NEWER = {
  structuredClone: without('window', 'structuredClone'),
  'at() of arrays and texts': ['Array', 'String', 'Int8Array.__proto__'].map((type) => without(`${type}.prototype`, 'at')).join('\n'),
  'Object.hasOwn and groupBy': without('Object', 'hasOwn', 'groupBy') + without('Map', 'groupBy'),
  'findLast, toSorted, with': without('Array.prototype', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with'),
  'Array.fromAsync, Promise.withResolvers': without('Array', 'fromAsync') + without('Promise', 'withResolvers', 'try'),
  'methods of Set and Iterator': `${without('Set.prototype', 'union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf')}
    ${without('window', 'Iterator')}
    for (const name of ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'])
      delete [].values().__proto__.__proto__[name]`,
  'crypto.randomUUID': without('Crypto.prototype', 'randomUUID'),
  'AbortSignal.timeout and any': without('AbortSignal', 'timeout', 'any') + without('AbortSignal.prototype', 'throwIfAborted'),
  'URL.canParse and parse': without('URL', 'canParse', 'parse'),
  'HTMLDialogElement.showModal': without('HTMLDialogElement.prototype', 'show', 'showModal', 'close') + without('window', 'HTMLDialogElement'),
  'inert, popover, checkVisibility': `${without('HTMLElement.prototype', 'inert', 'popover', 'showPopover', 'hidePopover', 'togglePopover')}
    ${without('Element.prototype', 'checkVisibility')}`,
  'BroadcastChannel and locks': without('window', 'BroadcastChannel') + without('Navigator.prototype', 'locks'),
  'requestIdleCallback, scheduler': without('window', 'requestIdleCallback', 'cancelIdleCallback', 'scheduler'),
  'navigation, view transitions': without('window', 'navigation') + without('Document.prototype', 'startViewTransition'),
  'userAgentData, connection, share': without('Navigator.prototype', 'userAgentData', 'connection', 'share', 'canShare', 'wakeLock'),
  'adoptedStyleSheets, OffscreenCanvas': without('Document.prototype', 'adoptedStyleSheets') + without('window', 'OffscreenCanvas'),
  'CompressionStream, caches': without('window', 'CompressionStream', 'DecompressionStream', 'caches'),
  'fetch priority, CSS.registerProperty': without('CSS', 'registerProperty', 'highlights') + without('window', 'Highlight'),
  'screen.orientation, full screen': `${without('Screen.prototype', 'orientation')}
    ${without('Element.prototype', 'requestFullscreen')}
    ${without('Document.prototype', 'fullscreenElement', 'fullscreenEnabled', 'exitFullscreen')}`,
  'permissions, storage, mediaSession': without('Navigator.prototype', 'permissions', 'storage', 'mediaSession', 'clipboard'),
  'requestSubmit, video frames': `${without('HTMLFormElement.prototype', 'requestSubmit')}
    ${without('HTMLVideoElement.prototype', 'requestVideoFrameCallback')}`,
  'Intl.Segmenter, ListFormat': without('Intl', 'Segmenter', 'ListFormat', 'DurationFormat'),
  'scrollend and content-visibility events': without('window', 'onscrollend') + without('Document.prototype', 'onscrollend'),
}

/** Features that some browsers block. */
export const WITHHELD = {
  'no crypto.subtle': `Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })`,
  'no service worker': without('Navigator.prototype', 'serviceWorker'),
  'no indexedDB': `Object.defineProperty(window, 'indexedDB', { value: undefined })`,
  'the first indexedDB.open fails': `{
    const open = IDBFactory.prototype.open
    let isFirst = true
    IDBFactory.prototype.open = function (...told) {
      if (!isFirst) return open.apply(this, told)
      isFirst = false
      const request = new EventTarget()
      Object.assign(request, { error: new DOMException('lost', 'UnknownError'), result: undefined })
      setTimeout(() => { const event = new Event('error'); request.dispatchEvent(event); request.onerror?.(event) })
      return request
    }
  }`,
  'every indexedDB.open fails': `IDBFactory.prototype.open = () => { throw new DOMException('blocked', 'InvalidStateError') }`,
  'site data is blocked': ['localStorage', 'sessionStorage', 'indexedDB'].map(failing).join('\n'),
  'storage is full': `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }`,
}
