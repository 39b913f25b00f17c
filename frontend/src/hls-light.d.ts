/** The light build has the types of the full one, and none of its own. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
