/** The audit of files: opens them with code of its own, so that a mistake of the program's is found. */
export { checkFiles, openedSeal, unreadable } from './check-files.ts'
