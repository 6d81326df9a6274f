/** SQL query of the players whose plays are published: without those who opted out or were erased. */
export const publishedPlayers = 'select id, country_id from accounts.players where in_published_data'
