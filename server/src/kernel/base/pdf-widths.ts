/**
 * How wide Helvetica draws the characters from the space to the tilde, in thousandths of its size (the metrics that Adobe
 * publishes for the standard fonts of PDF).
 */
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
]
/** Of a character that is not in the list. */
const usual = 667

const widthAt = (text: string, index: number): number => widths[text.charCodeAt(index) - 32] ?? usual

/** The width of a text in points. In bold, its digits are as wide and its letters a little wider. */
export function textWidth(text: string, size: number): number {
  let sum = 0
  for (let index = 0; index < text.length; index++) sum += widthAt(text, index)
  return (sum * size) / 1000
}

/**
 * The text in lines that are no wider than the width: broken between words, and within a word that is wider than a line.
 */
export function linesOf(text: string, { width, widthOf }: { width: number; widthOf(text: string): number }): string[] {
  if (widthOf(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  const put = (part: string, between: string) => {
    const longer = line === '' ? part : `${line}${between}${part}`
    const fits = line === '' || widthOf(longer) <= width
    if (!fits) lines.push(line)
    line = fits ? longer : part
  }
  for (const word of text.split(/[ \t]+/).filter((part) => part !== ''))
    if (widthOf(word) <= width) put(word, ' ')
    else for (const [index, character] of [...word].entries()) put(character, index === 0 ? ' ' : '')
  return [...lines, line]
}
