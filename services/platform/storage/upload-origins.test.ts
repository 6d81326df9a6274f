import { expect, it } from 'vitest'
import { uploadOrigins } from './s3-address.ts'

it('the upload origin is this host, the S3 endpoint, or the bucket at AWS', () => {
  expect(uploadOrigins(null)).toEqual([])
  expect(uploadOrigins('s3://packs?endpoint=http://127.0.0.1:7070/')).toEqual(['http://127.0.0.1:7070'])
  expect(uploadOrigins('s3://packs?region=eu-west-1')).toEqual(['https://packs.s3.eu-west-1.amazonaws.com'])
})
