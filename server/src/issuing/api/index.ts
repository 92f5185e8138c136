/** The dialect of the issuing interface, for the modules that own its routes: routes as values, lists, shapes. */
export type { FileReply } from '#kernel/http/json-route.ts'
export { momentShape, momentText, pageQuery, uuidShape } from '#kernel/http/json-shape.ts'
export {
  type Callers,
  type IssuingCall,
  type IssuingCaller,
  type IssuingRoute,
  issuingFile,
  issuingList,
  issuingPage,
  issuingRoute,
} from './route.ts'
