/** The dialect of the issuing interface, for the modules that own its routes: routes as values, lists, shapes. */
export {
  type Callers,
  type FileReply,
  type IssuingCall,
  type IssuingCaller,
  type IssuingRoute,
  issuingFile,
  issuingList,
  issuingRoute,
  type ListReply,
} from './route.ts'
export { momentShape, momentText, pageQuery, uuidShape } from './shape.ts'
