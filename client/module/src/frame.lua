-- How much fits into one frame, so that the picture does not stop.
return {
	-- Steps that are encoded: half a millisecond of a usual machine, 2 to 3 ms of a slow one.
	steps = 800,
	-- The same while nobody steps and nothing moves but a transition.
	restingSteps = 1600,
	-- Bytes that are joined, summed, written or read beside other work. What is longer has a frame of its own.
	bytes = 64 * 1024,
}
