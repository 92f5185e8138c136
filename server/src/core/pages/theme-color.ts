/** A colour for what should be pressed, and the colour of the words on it. */
export type ThemeColor = {
  fill: string
  text: string
  /** Of white on the colour: words on it are dark where it is under 4.5 to 1. */
  contrastWithWhite: number
}

const white = '#ffffff'
const black = '#000000'
const ownFill = '#0b5a4a'

/**
 * A merchant's colour made safe: the words on it are white where white can be read, else black, and always have a
 * contrast of 4.5 to 1 or more (WCAG 2.2, 1.4.3). For anything but `#rgb` or `#rrggbb` it is our own colour.
 */
export function themeColorFor(hex: string | undefined): ThemeColor {
  const fill = sixDigits(hex) ?? ownFill
  const contrastWithWhite = contrast(fill, white)
  return { fill, text: contrastWithWhite >= 4.5 ? white : black, contrastWithWhite }
}

/** The contrast ratio of two `#rrggbb` colours, 1 to 21 (WCAG 2.2, definition of contrast ratio). */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function sixDigits(hex: string | undefined): string | undefined {
  if (hex === undefined) return undefined
  if (/^#[\da-f]{6}$/i.test(hex)) return hex.toLowerCase()
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(hex)
  return short ? `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`.toLowerCase() : undefined
}
