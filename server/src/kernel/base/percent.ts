/** A percentage in hundredths of a percent, as it is written everywhere for people: 140 is `1.4%`, 1900 is `19%`. */
export const percentText = (basisPoints: number): string => `${basisPoints / 100}%`
