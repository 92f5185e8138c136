import type { BrowserFacts } from '#connectors/acquirer/port.ts'

/** Hidden fields of a card form. The script fills them in; without it only the browser's headers are known. */
export const browserFactFields = {
  browserJavaScript: '',
  browserScreenWidth: '',
  browserScreenHeight: '',
  browserColorDepth: '',
  browserTimeZone: '',
  browserJavaEnabled: '',
}

type Requested = { headers: Readonly<Record<string, string | string[] | undefined>>; ip: string }

/** What the bank receives about the browser that sent a card form (wire fact 1.6). All of it is unverified. */
export function readBrowserFacts({ headers, ip }: Requested, form: Readonly<Record<string, unknown>>): BrowserFacts {
  const header = (name: string): string | undefined => [headers[name]].flat()[0]
  const number = (field: string): number | undefined => {
    const text = form[field]
    return typeof text === 'string' && /^-?\d{1,6}$/.test(text) ? Number(text) : undefined
  }
  const [width, height, colorDepth] = [
    number('browserScreenWidth'),
    number('browserScreenHeight'),
    number('browserColorDepth'),
  ]
  const timeZoneOffsetMinutes = number('browserTimeZone')
  return {
    acceptHeader: header('accept') ?? '*/*',
    userAgent: header('user-agent') ?? 'unknown',
    language: (header('accept-language') ?? 'en').slice(0, 8).split(',')[0]!,
    ip,
    javaScript: form.browserJavaScript === 'true',
    ...(width && height && colorDepth && { screen: { width, height, colorDepth } }),
    ...(timeZoneOffsetMinutes !== undefined && { timeZoneOffsetMinutes }),
    javaEnabled: form.browserJavaEnabled === 'true',
  }
}
