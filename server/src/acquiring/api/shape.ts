import { z } from 'zod'
import type { Instant } from '#kernel/base/clock.ts'

/** The shapes that answers of the merchant interface are made of, and how our values are written in them. */

export const idShape = z.int().min(1)
/** "9.90": always two decimals. */
export const amountShape = z.string().regex(/^-?\d+\.\d{2}$/)
/** "2031-01-31T12:00:00+00:00": always UTC, whole seconds (wire fact 3, dates). */
export const momentShape = z.string().regex(/^\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
export const timestampShape = z.int()

export const momentText = (at: Instant): string => at.toString({ smallestUnit: 'second', timeZone: 'UTC' })

/** Unix seconds. */
export const timestampOf = (at: Instant): number => Math.floor(at.epochMilliseconds / 1000)

/** When something was made, in both ways that clients read. */
export const creationOf = (at: Instant) => ({ creationDate: momentText(at), creationTimestamp: timestampOf(at) })
export const creationShape = { creationDate: momentShape, creationTimestamp: timestampShape }

export const tagShape = z.strictObject({ tag: z.string(), ...creationShape })
