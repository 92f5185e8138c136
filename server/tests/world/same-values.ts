import fc from 'fast-check'
import { isLong } from './length.ts'

/**
 * Properties are tried on values that are the same in every run of `npm test`, and on fresh ones in a long run. A failure
 * says its seed and path, with which it is replayed.
 */
if (!isLong) fc.configureGlobal({ seed: 20_260_504 })
