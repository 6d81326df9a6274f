import { getUser, login, logout, register, setPreferredLeaderboards } from './accounts.ts'
import { createApiKey, deleteApiKey, getKeyFile, listApiKeys, renameApiKey } from './api-keys.ts'
import { getBoardAtDay, getChartReigns, getStandingsAtDay } from './board-history.ts'
import { submitPlays } from './bulk-plays.ts'
import { getChartEffort } from './chart-effort.ts'
import { listCharts, listOwnCharts } from './chart-list.ts'
import { getChartPlaces } from './chart-places.ts'
import { getChart, getChartLeaderboards, listChartsByHash } from './charts.ts'
import {
  getCompetition,
  getCompetitionPlayer,
  getCompetitionRace,
  getCompetitionStandings,
  getStandingsFile,
  listCompetitions,
} from './competitions.ts'
import { listCountries } from './countries.ts'
import {
  getCountryBoard,
  getCountryStandings,
  getRivalStandings,
  listCountriesOfPlayers,
} from './country-boards.ts'
import { getData, publishData } from './data.ts'
import { decideDeviceLink, getDeviceLink, pollDeviceLink, startDeviceLink } from './device-links.ts'
import { cancelEmailChange, changeEmail, confirmEmail, getEmailChange } from './email-change.ts'
import { askForErasure, cancelErasure, getErasure } from './erasure.ts'
import { streamEvents } from './event-stream.ts'
import { authCheck, submitPlay } from './game.ts'
import { getPanel, retrieveScores } from './game-reads.ts'
import { getHeadToHead, listRivalRecords } from './head-to-head.ts'
import { getHealth } from './health.ts'
import { getHistory } from './history.ts'
import { getHome } from './home.ts'
import {
  checkMailLink,
  confirmErasure,
  requestPasswordReset,
  resendVerification,
  resetPassword,
  verifyEmail,
} from './mail-links.ts'
import { getChartMarks, getPackBests, getPackMarks } from './marks.ts'
import {
  getNotificationSettings,
  listNotifications,
  markNotificationsSeen,
  setNotificationSettings,
} from './notifications.ts'
import {
  announceCompetition,
  changeCompetitionPoints,
  chooseCompetitionCharts,
  closeCompetition,
  getOperatedCompetition,
  hideCompetition,
  listOperatedCompetitions,
  moveCompetitionWindow,
  passCompetitionOn,
  pinCompetition,
  previewCompetition,
} from './operated-competitions.ts'
import {
  listParkedEvents,
  pruneGenerations,
  replayLedger,
  retryParkedEvents,
  rollBack,
} from './operated-generations.ts'
import {
  acceptCharts,
  addPack,
  getOperatedUpload,
  listAllWaitingCharts,
  passPackOn,
  refuseCharts,
  removePack,
  renamePack,
} from './operated-packs.ts'
import {
  eraseAccount,
  findPlayers,
  grantPermission,
  revokePermission,
  signOutPlayer,
} from './operated-players.ts'
import { getOperatedPlay, reinstateWipe, wipePlays, withdrawPlays } from './operated-plays.ts'
import { getOperatedRules, getRulesInForce, previewRules, publishRules } from './operated-rules.ts'
import { getOperatedUploads, getOperations, getOperatorAudit } from './operations.ts'
import { createOperatorToken, endOperatorToken, getOperatorToken } from './operator-tokens.ts'
import {
  changeOrganisedCompetition,
  createCompetitionDraft,
  deleteCompetitionDraft,
  getCompetitionDraft,
  getCompetitionHistory,
  listOrganisedCompetitions,
  previewCompetitionDraft,
  publishCompetitionDraft,
  saveCompetitionDraft,
} from './organised-competitions.ts'
import { getOverlay } from './overlay.ts'
import { createDownloadAddress, getDownload, startDownload } from './own-data.ts'
import { updateUser } from './own-profile.ts'
import {
  cancelPackUpload,
  createPackUpload,
  decideCharts,
  listPackUploads,
  listWaitingCharts,
} from './pack-uploads.ts'
import { getPack, listPacks, listSimfiles } from './packs.ts'
import {
  decideParticipants,
  getInvitation,
  getParticipation,
  leaveCompetition,
  listInvitations,
  listOwnCompetitions,
  listParticipants,
  listPlayerResults,
  openInvitation,
  renewInvitation,
  takePart,
} from './participation.ts'
import {
  completePasskeyRegistration,
  completePasskeySignIn,
  deletePasskey,
  listPasskeys,
  renamePasskey,
  startPasskeyRegistration,
  startPasskeySignIn,
} from './passkeys.ts'
import { getPlayMoment } from './play-moment.ts'
import {
  getPlaySession,
  getRivalsPassed,
  listPlaySessions,
  listSessionCompetitions,
} from './play-sessions.ts'
import { getPlayerActivity, getPlayerGrades, listPlayerBests } from './player-home.ts'
import { autocompleteUsers, getPlayer } from './players.ts'
import { deletePlay, getPlay, getPlayExplanation, getPlayStandings } from './plays.ts'
import { createPictureUpload, removePicture, setPicture } from './profile-image.ts'
import { getProgress, getProgressMonth } from './progress.ts'
import { proveIdentity } from './proof.ts'
import { getPublishedData, setPublishedData } from './published-data.ts'
import { getRivalNews } from './rival-news.ts'
import { addRival, getRivalPlays, listRivals, removeRival } from './rivals.ts'
import type { Route } from './route.ts'
import { getRules } from './rules.ts'
import { deleteSession, endOtherSessions, listSessions } from './sign-in-sessions.ts'
import { getSite } from './site.ts'
import { getSuggestions } from './suggestions.ts'
import { listTakenOutPlays, takePlayOut } from './taken-out-plays.ts'

/** Every route by service. OpenAPI, the access test and the configuration of the reverse proxy derive from it. */
export const routesByService = {
  ingest: [
    submitPlay,
    submitPlays,
    authCheck,
    deletePlay,
    listRivals,
    addRival,
    removeRival,
    getOperatedPlay,
    withdrawPlays,
    wipePlays,
    reinstateWipe,
  ],
  accounts: [
    getOperatorAudit,
    findPlayers,
    grantPermission,
    revokePermission,
    signOutPlayer,
    eraseAccount,
    createOperatorToken,
    getOperatorToken,
    endOperatorToken,
    register,
    login,
    logout,
    proveIdentity,
    getUser,
    updateUser,
    setPreferredLeaderboards,
    autocompleteUsers,
    listCountries,
    createPictureUpload,
    setPicture,
    removePicture,
    listSessions,
    deleteSession,
    endOtherSessions,
    listApiKeys,
    createApiKey,
    getKeyFile,
    renameApiKey,
    startDeviceLink,
    pollDeviceLink,
    getDeviceLink,
    decideDeviceLink,
    deleteApiKey,
    getDownload,
    startDownload,
    createDownloadAddress,
    getPublishedData,
    setPublishedData,
    getNotificationSettings,
    setNotificationSettings,
    markNotificationsSeen,
    getErasure,
    askForErasure,
    confirmErasure,
    cancelErasure,
    getHistory,
    checkMailLink,
    verifyEmail,
    resendVerification,
    requestPasswordReset,
    resetPassword,
    getEmailChange,
    changeEmail,
    cancelEmailChange,
    confirmEmail,
    startPasskeyRegistration,
    completePasskeyRegistration,
    startPasskeySignIn,
    completePasskeySignIn,
    listPasskeys,
    renamePasskey,
    deletePasskey,
  ],
  catalogue: [
    createPackUpload,
    listPackUploads,
    cancelPackUpload,
    listWaitingCharts,
    decideCharts,
    getOperatedUploads,
    addPack,
    getOperatedUpload,
    removePack,
    renamePack,
    passPackOn,
    listAllWaitingCharts,
    acceptCharts,
    refuseCharts,
  ],
  competitions: [
    listOperatedCompetitions,
    getOperatedCompetition,
    announceCompetition,
    chooseCompetitionCharts,
    moveCompetitionWindow,
    changeCompetitionPoints,
    previewCompetition,
    closeCompetition,
    hideCompetition,
    pinCompetition,
    passCompetitionOn,
    listOrganisedCompetitions,
    createCompetitionDraft,
    getCompetitionDraft,
    saveCompetitionDraft,
    deleteCompetitionDraft,
    previewCompetitionDraft,
    publishCompetitionDraft,
    changeOrganisedCompetition,
    takePlayOut,
    takePart,
    leaveCompetition,
    decideParticipants,
    getInvitation,
    renewInvitation,
    openInvitation,
    listInvitations,
  ],
  query: [
    getHome,
    listCompetitions,
    getParticipation,
    listParticipants,
    listOwnCompetitions,
    listPlayerResults,
    getCompetition,
    getCompetitionStandings,
    getCompetitionPlayer,
    getCompetitionRace,
    getCompetitionHistory,
    listTakenOutPlays,
    getStandingsFile,
    getCountryStandings,
    getRivalStandings,
    streamEvents,
    listPacks,
    getPack,
    listSimfiles,
    listCharts,
    listOwnCharts,
    getChart,
    getChartLeaderboards,
    listChartsByHash,
    getBoardAtDay,
    getChartReigns,
    getStandingsAtDay,
    getCountryBoard,
    listCountriesOfPlayers,
    getChartPlaces,
    getChartEffort,
    getRivalPlays,
    getHeadToHead,
    listRivalRecords,
    getRivalNews,
    getSuggestions,
    getPlay,
    getPlayExplanation,
    getPlayStandings,
    getPlayer,
    getPlayerActivity,
    getProgress,
    getProgressMonth,
    getPlayerGrades,
    listPlayerBests,
    listNotifications,
    getPlayMoment,
    getPlaySession,
    getRivalsPassed,
    listSessionCompetitions,
    listPlaySessions,
    getChartMarks,
    getPackMarks,
    getPackBests,
    getOverlay,
    getRules,
    getPanel,
    retrieveScores,
    getHealth,
    getOperations,
    getSite,
  ],
  analysis: [getData, publishData],
  projector: [
    getOperatedRules,
    getRulesInForce,
    previewRules,
    publishRules,
    replayLedger,
    rollBack,
    pruneGenerations,
    listParkedEvents,
    retryParkedEvents,
  ],
} as const satisfies Record<string, readonly Route[]>

export const allRoutes: readonly Route[] = Object.values(routesByService).flat()

/** Every path of the web app, in the syntax of React Router. Other paths respond with the app and status 404. */
export const siteAddresses = [
  '/',
  '/login',
  '/register',
  '/verify-email',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/confirm-deletion',
  '/chart/:chartHash?',
  '/play/:playId?',
  '/session/:playId',
  '/user/:userId',
  '/user/:userId/progress',
  '/user/:userId/sessions',
  '/overlay/:userId',
  '/overlay/event/:slug',
  '/packs',
  '/pack/:id?',
  '/charts',
  '/help',
  '/link',
  '/privacy',
  '/data',
  '/leaderboards/overall',
  '/event',
  '/events',
  '/events/new',
  '/events/drafts/:id',
  '/event/:slug',
  '/event/:slug/organise',
  '/user',
  '/profile',
  '/rivals',
  '/rivals/:userId',
  '/notifications',
  '/what-to-play',
  '/pack-uploader',
  '/admin',
] as const
