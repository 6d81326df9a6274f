/** The texts of one place of the site, and the folders or files in which they stand. */
export interface Place {
  readonly where: string
  readonly files: readonly string[]
  /** Short ones are the whole of a label, longer ones may be part of a sentence. */
  readonly texts: readonly string[]
}

const home = ['web/features/home']
const packs = ['web/features/packs', 'web/lists']
const pack = ['web/features/pack', 'web/lists', 'web/ui/recent-plays.tsx']
const charts = ['web/features/charts', 'web/lists', 'contracts/look/chart-names.ts']
const chart = ['web/features/chart']
const play = ['web/features/play', 'web/ui/score.tsx']
const profile = ['web/features/profile']
const forms = ['web/features/session', 'contracts/http/accounts.ts', 'contracts/http/shapes/alias.ts']
const settings = ['web/features/settings']
const shell = ['web/app']

/** The contract of wording: what the pages say, word for word. A changed word is changed here too, knowingly. */
export const places: readonly Place[] = [
  { where: 'navigation, menus', files: shell, texts: ['Browse', 'Packs', 'Charts', 'Help', 'Pack Uploader'] },
  {
    where: 'the bar and its search',
    files: shell,
    texts: ['Event', 'Leaderboards', 'Search charts, players and packs', 'Nothing found for "$"'],
  },
  { where: 'account menu', files: shell, texts: ['Edit Profile', 'Logout', 'Login', 'Register'] },
  {
    where: 'footer',
    files: shell,
    texts: ['Privacy Policy', 'Help', 'hosts no audio and no pack downloads'],
  },
  {
    where: 'theme picker',
    files: ['web/theme'],
    texts: ['Select Theme', 'Default (Dark)', 'Default (Light)', 'Arrow Red'],
  },
  {
    where: 'pack uploader, without the permission',
    files: ['web/features/uploader'],
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
  {
    where: 'leaderboard toggle',
    files: ['web/leaderboard', 'web/ui/leaderboard-toggle.tsx'],
    texts: ['HardEX', 'EX', 'ITG', 'H.EX'],
  },
  { where: 'grades', files: ['web/ui/grade.tsx'], texts: ['N/A'] },
  {
    where: 'every failed call',
    files: ['web/api'],
    texts: ['An unexpected error occurred', 'Invalid response from $'],
  },
  {
    where: 'home, welcome banner',
    files: home,
    texts: ['Finish Setup & Submit a Score', 'What Is Stepledger?', 'Create Account'],
  },
  { where: 'home, announcement', files: home, texts: ['Download Pack', 'Failed to load Blue Shift data'] },
  {
    where: 'home, overall leaderboard',
    files: [...home, 'web/event'],
    texts: ['Overall Leaderboard', 'View full', 'No leaderboard data available', 'Rank', 'Player', 'Points'],
  },
  {
    where: 'home, recent scores',
    files: [...home, 'web/ui/recent-plays.tsx'],
    texts: ['Recent Scores', 'Chart', 'Player', 'Grade', 'Score', 'Time', 'No recent scores available'],
  },
  {
    where: 'home, event charts',
    files: home,
    texts: ['Event Charts', 'Chart', 'Difficulty', 'Chart Artist', 'Unknown', 'No charts available'],
  },
  {
    where: 'overall leaderboard',
    files: ['web/features/event'],
    texts: ['No leaderboard data available', 'Back to Home'],
  },
  {
    where: 'lists',
    files: ['web/lists', 'web/ui/error-banner.tsx'],
    texts: ['Showing $ of $ $', '$...', 'Retry'],
  },
  {
    where: 'packs',
    files: packs,
    texts: [
      'Packs',
      'Search packs',
      'Pack Name',
      'Songs',
      'Added',
      'No packs found matching "$"',
      'No packs available',
      'Error loading packs: $',
      'Failed to fetch packs',
    ],
  },
  {
    where: 'pack',
    files: pack,
    texts: [
      'Pack ID is required',
      'Invalid pack ID',
      'Pack not found',
      'Failed to load pack data',
      'Recent Scores',
      'Chart',
      'Player',
      'Grade',
      'Score',
      'Date',
      'No recent scores',
    ],
  },
  {
    where: 'pack, songs',
    files: pack,
    texts: [
      'Simfiles',
      'Search songs',
      'Title',
      'Artist',
      'Charts',
      'No songs found matching "$"',
      'No songs available in this pack',
      'Error loading simfiles: $',
      'Failed to fetch simfiles',
    ],
  },
  {
    where: 'charts',
    files: charts,
    texts: [
      'Charts',
      'Search charts',
      'Filters $',
      'Steps Type',
      'All Types',
      'Difficulty',
      'All Difficulties',
      'Clear Filters',
      'Song',
      'Rating',
      'Packs',
      'Stepartist',
      'Added',
      'Unknown Title',
      'Unknown Artist',
      'No charts found matching "$"',
      'No charts available',
      'Error loading charts: $',
      'Failed to fetch charts',
    ],
  },
  {
    where: 'steps types',
    files: ['web/ui/steps-type.ts'],
    texts: ['Single', 'Double'],
  },
  {
    where: 'chart',
    files: chart,
    texts: ['Chart hash is required', 'Chart not found', 'Failed to load chart', 'Associated Simfiles'],
  },
  {
    where: 'chart, steps',
    files: chart,
    texts: ['Steps', 'Show', 'Speed', 'Failed to load steps', 'This chart has no steps'],
  },
  {
    where: 'chart without a title',
    files: ['contracts/look/chart-names.ts'],
    texts: ['Unknown Title', 'Unknown Artist'],
  },
  {
    where: 'chart, boards',
    files: chart,
    texts: [
      'Recent Scores',
      'No recent scores',
      'Leaderboards',
      'Rank',
      'Player',
      'Grade',
      'Score',
      'Date',
      'No scores yet',
      'Be the first to set a score on this chart!',
      'Failed to load leaderboards',
    ],
  },
  {
    where: 'play',
    files: play,
    texts: ['Play ID is required', 'Failed to load play', 'Play not found'],
  },
  {
    where: 'play, timing statistics',
    files: play,
    texts: [
      'Mean absolute error',
      'Mean offset',
      'Three times the standard deviation',
      'Max error',
      'covers 99.7% of steps',
    ],
  },
  {
    where: 'play, judgments',
    files: ['contracts/rules', 'projections/scoring'],
    texts: [
      'Fantastic (10ms)',
      'Fantastic (15ms)',
      'Fantastic (23ms)',
      'Excellent',
      'Great',
      'Decent',
      'Way Off',
      'Miss',
    ],
  },
  {
    where: 'player',
    files: profile,
    texts: [
      'You must be logged in to view your profile',
      'User not found',
      'Failed to load user data',
      'You',
      'Rival',
      'Add Rival',
      'Remove Rival',
      'Failed to add rival',
      'Failed to remove rival',
      'Member since',
    ],
  },
  {
    where: 'player, event',
    files: profile,
    texts: ['Not participating', "This user hasn't participated in the Blue Shift Beta event yet."],
  },
  {
    where: 'player, recent scores',
    files: profile,
    texts: ['Recent Scores', 'No recent scores', 'Failed to load recent plays'],
  },
  {
    where: 'sign in',
    files: forms,
    texts: ['Login failed. Please try again.', 'Create one here', 'Remember me'],
  },
  {
    where: 'register',
    files: forms,
    texts: [
      'Registration failed. Please try again.',
      'Check Your Email!',
      'Email is required',
      'Invalid email format',
      'Alias must be at least 3 characters long',
      'Alias must be no more than 50 characters long',
      'Alias must not contain spaces',
      'Password is required',
      'Password must be at least 6 characters long',
      'You must agree to the Privacy Policy',
    ],
  },
  {
    where: 'mail links',
    files: [...forms, 'web/session'],
    texts: [
      'Go to Home',
      'Invalid verification link',
      'Email verification failed. Please try again or request a new verification email.',
      'Failed to resend verification email. Please try again.',
      'Check Your Email',
      'Back to Sign In',
      'An error occurred',
      'Please confirm your password',
      'Passwords do not match',
      'Invalid or missing reset token. Please request a new password reset.',
    ],
  },
  {
    where: 'settings, menu',
    files: settings,
    texts: ['Picture', 'Profile', 'Rivals', 'Leaderboards', 'Password', 'API Keys', 'Sessions'],
  },
  {
    where: 'settings, boards',
    files: settings,
    texts: ['HardEX', 'EX', 'Money', 'Failed to save', 'Failed to clear'],
  },
  {
    where: 'settings, keys',
    files: settings,
    texts: ['Failed to load API keys', 'Failed to create API key'],
  },
  { where: 'settings, rivals', files: settings, texts: ['Failed to load rivals', 'Failed to remove rival'] },
  {
    where: 'settings, picture',
    files: [...settings, 'contracts/http/profile-image.ts'],
    texts: [
      'Please select a valid image file (JPEG, PNG, GIF, or WebP)',
      'Image file must be smaller than 5MB',
      'Failed to process image',
      'Failed to load image',
      'Failed to upload profile image',
      'Failed to remove profile image',
    ],
  },
  {
    where: 'settings, profile',
    files: [...settings, 'contracts/http/own-profile.ts'],
    texts: [
      'Please select a valid country',
      'No changes to save',
      'Failed to update profile',
      'Failed to load countries: $',
      'Failed to fetch countries',
    ],
  },
  {
    where: 'settings, password',
    files: settings,
    texts: [
      'Current password is required to change password',
      'New passwords do not match',
      'No changes to save',
      'Failed to update password',
      'Change Password',
    ],
  },
  {
    where: 'settings, sessions',
    files: settings,
    texts: ['Sign Out', 'Sign Out Everywhere Else', 'This device'],
  },
]
