export { createLocalStorage, FILES_PATH, type LocalOptions } from './local.ts'
export type { LocalFiles, SignedLink, Storage } from './port.ts'
export { createS3, type S3Options } from './s3.ts'
