import { WIDE } from "./support/a11y";
import { testScreens } from "./support/a11y-screens";

testScreens("a wide window", WIDE);
