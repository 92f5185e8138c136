const began = performance.now()

export const say = (line: string): void => console.log(line)

/** A line of a drill's story, with the seconds since it began. */
export const step = (line: string): void =>
  say(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`)

export const msSince = (since: number): number => Math.round(performance.now() - since)

export const secondsSince = (since: number): string => ((performance.now() - since) / 1000).toFixed(1)
