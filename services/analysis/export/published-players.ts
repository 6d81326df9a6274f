/**
 * A query of Postgres: the players whose plays are in the published data. One who has left is not among them, one who
 * was erased has no row there.
 */
export const publishedPlayers = 'select id, country_id from accounts.players where in_published_data'
