/** In this order: each names itself beside the ones that it descends from. */
const browsers = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+ .*Safari\//],
] as const
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** `Chrome, Windows`: what a person knows a device by, of the text that a browser names itself with. */
export function deviceOf(agent: string): string | undefined {
  const named = [browsers, systems].flatMap((kinds) => kinds.find(([, pattern]) => pattern.test(agent))?.[0] ?? [])
  return named.length === 0 ? undefined : named.join(', ')
}
