// A rehype plugin that keeps what only a chapter may have: links to other chapters, and the pictures of the screens.
type Node = { tagName?: string; properties?: Record<string, unknown>; children?: Node[] }

const chapterFile = /^([a-z-]+)\.md$/
const pictureFile = /\/pictures\/\w+\/([a-z-]+)\.webp$/

/** Names chapters and pictures in attributes, as Markdown drops relative addresses; runs on the sanitized tree. */
export const markChapterLinks = () => (tree: Node) => mark(tree)

function mark(node: Node) {
  const { tagName, properties = {} } = node
  const [, chapter] = tagName === 'a' ? (chapterFile.exec(String(properties.href)) ?? []) : []
  const [, picture] = tagName === 'img' ? (pictureFile.exec(String(properties.src)) ?? []) : []
  if (chapter !== undefined) properties.dataChapter = chapter
  if (picture !== undefined) properties.dataPicture = picture
  node.children?.forEach(mark)
}
