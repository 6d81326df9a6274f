-- Replaces the colours of the parent theme. If the parent's table has another size, its own colours stay.
local colors = {
	"#2B9DF0", "#3FB6E8", "#4FC3C9", "#5CC8A0", "#7FCB6B", "#B4C84A",
	"#E3BE3F", "#F0A23A", "#EE7F4B", "#E96A78", "#C77DD8", "#8A8CF0",
}

if type(SL) == "table" and type(SL.Colors) == "table" and #SL.Colors == #colors then
	for i = 1, #colors do
		if type(SL.Colors[i]) == "string" then SL.Colors[i] = colors[i] end
	end
end
