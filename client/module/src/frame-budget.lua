-- Limits on the work of one frame, so that the frame rate does not drop.
return {
	-- Steps that are encoded: 0.5 ms on an average machine, 2 to 3 ms on a slow one.
	steps = 800,
	-- The same during the transition after a song, when no steps are judged.
	transitionSteps = 1600,
	-- Bytes that are concatenated, hashed, written or read together with other work. A larger amount gets a frame of
	-- its own.
	bytes = 64 * 1024,
}
