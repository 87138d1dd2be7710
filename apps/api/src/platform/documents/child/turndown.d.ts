declare module 'turndown/lib/turndown.browser.cjs.js' {
  import TurndownService from 'turndown'
  export default TurndownService
}
