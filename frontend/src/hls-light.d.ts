/** The light build ships no types of its own. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
