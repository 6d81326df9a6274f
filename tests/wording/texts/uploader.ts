import type { AgreedTexts } from '../agreed-texts.ts'

export const uploaderTexts: readonly AgreedTexts[] = [
  {
    where: 'pack uploader, without the permission',
    files: ['web/features/uploader', 'web/ui/page.tsx'],
    texts: [
      "You don't have access to the Pack Uploader",
      'If you think this is a mistake, contact an administrator.',
    ],
  },
  {
    where: 'pack uploader',
    files: ['web/features/uploader', 'web/api/send-file.ts', 'contracts/packs'],
    texts: [
      'Choose Folder',
      'Process Pack',
      'Upload Pack',
      'Download Zip',
      'Cancel',
      'Clear',
      'Pack name',
      'Please select a pack folder first',
      'Pack name is required',
      'No valid chart files found in the selected folder. Make sure your pack contains .sm or .ssc files.',
      'Error processing files. Please try again or check that your files are valid.',
      'S3 upload failed: $ $',
      'S3 upload failed: Network error',
      'S3 upload was aborted',
      'Failed to upload pack. Please try again.',
      'will be processed in the background and data will be available shortly',
      'Open Pack',
      'Upload Another',
      'Choose Another Folder',
      'My uploads',
    ],
  },
]
