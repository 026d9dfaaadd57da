#include "trunnion/model/tables/motion.h"

#include "trunnion/model/tables/measure.h"

namespace trunnion {

TableSchema<MotionInput> motion_table() {
  return TableSchema<MotionInput>("motion", "Drives a joint: the turn about, or the way along, z of the second marker.")
      .text("name", &MotionInput::name, "Name; stages switch motions on and off by it.")
      .required()
      .texts("between", &MotionInput::between, "The two markers.")
      .required()
      .formula("angle", &MotionInput::angle, "Angle, or a formula of `time`: \"10 degree*sin(5 Hz*2*pi*time)\".")
      .formula("way", &MotionInput::way,
               "Way along z, or a formula of `time`: \"20 mm*smooth((time - 1 s)/0.5 s)\" is a smooth step.")
      .formula("angular_speed", &MotionInput::angular_speed,
               "Speed of turning, or a formula of `time`. The angle goes on from where the joint is.")
      .formula("speed", &MotionInput::speed, "Speed along z, or a formula of `time`.")
      .file("table", &MotionInput::table,
            "CSV file instead of a formula, smoothly interpolated: `time [s], angle [degree]`. The unit of the second "
            "column says what is driven: an angle, a way (mm), an angular speed (rpm) or a speed (m/s).")
      .boolean("periodic", &MotionInput::periodic, "The table repeats; its last value must equal the first.")
      .fallback("false")
      .quantity("smooth_start", Kind::time, &MotionInput::smooth_start,
                "A speed is brought up over this time without a jump of acceleration.")
      .fallback("0 s")
      .not_negative()
      .example(
          "[[motion]]\nname = \"drive\"\nbetween = [\"crank.main\", \"ground.main\"]\nangular_speed = \"150 rad/s\"")
      .check([](const MotionInput& m) {
        check_pair(m.between);
        const int given =
            !m.angle.empty() + !m.way.empty() + !m.angular_speed.empty() + !m.speed.empty() + !m.table.empty();
        if (given != 1) throw InputError("give exactly one of angle, way, angular_speed, speed, table");
        if (m.smooth_start > 0 && (!m.angle.empty() || !m.way.empty()))
          throw InputError("'smooth_start' belongs to a speed; write a smooth step as \"90 degree*smooth(time/2 s)\"");
        if (m.periodic && m.table.empty()) throw InputError("'periodic' belongs to 'table'");
      });
}

}  // namespace trunnion
