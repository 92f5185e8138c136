/** Files that people hand in or that are written for them: what each is by its bytes, and how they are sealed at rest. */
export { newDataKey, openDataKey, openNote, rewrapDataKey, sealNote, sealPiece } from './envelope.ts'
export { MediaFault, type MediaProblem, type MediaType, mediaProblems, sideMin } from './media/media.ts'
export { openFile } from './open-file.ts'
export { type SealedFile, sealFile } from './seal-file.ts'
