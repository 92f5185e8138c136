import { z } from 'zod'
import { Fault } from '#kernel/http/read.ts'
import { duration } from '#kernel/http/read-time.ts'

/** What several settings are made of. */

const portRange = 'a port is a whole number from 0 to 65535'
export const port = z.coerce.number(portRange).int(portRange).min(0, portRange).max(65_535, portRange)
export const isDuration = (text: string): boolean => !(duration.read(text) instanceof Fault)
export const milliseconds = z.coerce.number().int().positive()
export const score = z.coerce.number().min(0.5).max(1)
