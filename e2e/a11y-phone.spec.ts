import { PHONE } from "./support/a11y";
import { testScreens } from "./support/a11y-screens";

testScreens("a phone", PHONE);
