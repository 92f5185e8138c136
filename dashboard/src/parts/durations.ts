/** `P1D,P3D,PT12H` in words: `1 day, 3 days, 12 hours`. What is not known here stays as it is. */
export const durationsText = (language: string, durations: string): string =>
  durations
    .split(',')
    .map((duration) => durationText(language, duration.trim()))
    .join(', ')

function durationText(language: string, duration: string): string {
  const [, days, D, hours, H] = /^P(?:(\d+)([DWM])|T(\d+)([HM]))$/.exec(duration) ?? []
  const unit = days === undefined ? ofTime[H ?? ''] : ofDays[D ?? '']
  if (unit === undefined) return duration
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(Number(days ?? hours))
}
const ofDays: Readonly<Record<string, string>> = { D: 'day', W: 'week', M: 'month' }
const ofTime: Readonly<Record<string, string>> = { H: 'hour', M: 'minute' }
