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

type Fit = { width: number; widthOf: (text: string) => number }

/** The text, or as much of its beginning as fits with three dots behind it. */
export function fitText(text: string, { width, widthOf }: Fit): string {
  if (widthOf(text) <= width) return text
  const characters = [...text]
  const left = width - widthOf('...')
  let end = 0
  while (end < characters.length && widthOf(characters.slice(0, end + 1).join('')) <= left) end++
  return `${characters.slice(0, end).join('')}...`
}
