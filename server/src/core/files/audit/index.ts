/** The audit of files: opens them with code of its own, so that a mistake of the program's is found. */
export { checkFiles, type Files, openedSeal, unreadable } from './check-files.ts'
export { piecesRule } from './pieces-rule.ts'
