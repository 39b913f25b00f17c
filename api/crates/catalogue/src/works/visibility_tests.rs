use super::*;

const HIDDEN_BY_IMPORT: Visibility = Visibility::off(Withheld::No);

fn next(before: Visibility, command: VisibilityCommand) -> Visibility {
    after(before, command).unwrap()
}

#[test]
fn the_more_serious_reason_stays() {
    let off = Visibility::off;
    for command in [
        VisibilityCommand::Hide,
        VisibilityCommand::Suspend,
        VisibilityCommand::Clear,
    ] {
        assert_eq!(
            next(off(Withheld::TakenDown), command),
            off(Withheld::TakenDown)
        );
    }
    for before in [Visibility::ON, HIDDEN_BY_IMPORT, off(Withheld::Hidden)] {
        assert_eq!(next(before, VisibilityCommand::Hide), off(Withheld::Hidden));
        assert_eq!(
            next(before, VisibilityCommand::TakeDown),
            off(Withheld::TakenDown)
        );
    }
    assert_eq!(
        next(off(Withheld::Reported), VisibilityCommand::Hide),
        off(Withheld::Reported)
    );
    assert_eq!(
        next(off(Withheld::Reported), VisibilityCommand::TakeDown),
        off(Withheld::TakenDown)
    );
}

#[test]
fn only_a_decision_brings_a_reported_work_back() {
    let reported = next(Visibility::ON, VisibilityCommand::Suspend);
    assert_eq!(reported, Visibility::off(Withheld::Reported));
    let rejected = after(reported, VisibilityCommand::Restore).unwrap_err();
    assert_eq!(rejected.kind, ErrorKind::ReportOpen);
    assert_eq!(next(reported, VisibilityCommand::Clear), Visibility::ON);
    for before in [
        Visibility::ON,
        HIDDEN_BY_IMPORT,
        Visibility::off(Withheld::Hidden),
        Visibility::off(Withheld::TakenDown),
    ] {
        assert_eq!(next(before, VisibilityCommand::Restore), Visibility::ON);
    }
    // Rejecting a report does not restore a work hidden for another reason.
    for before in [HIDDEN_BY_IMPORT, Visibility::off(Withheld::Hidden)] {
        assert_eq!(next(before, VisibilityCommand::Suspend), before);
        assert_eq!(next(before, VisibilityCommand::Clear), before);
    }
}

#[test]
fn a_merged_work_changes_only_by_undoing_that() {
    use VisibilityCommand::{Clear, Draft, Hide, Restore, Schedule, Suspend, TakeDown};
    for command in [Restore, TakeDown, Draft, Schedule(9)] {
        let rejected = after(Visibility::MERGED, command).unwrap_err();
        assert_eq!(rejected.kind, ErrorKind::WorkMerge);
    }
    for command in [Hide, Suspend, Clear] {
        assert_eq!(next(Visibility::MERGED, command), Visibility::MERGED);
    }
}

#[test]
fn an_unknown_number_hides_a_work() {
    for withheld in Withheld::ALL {
        assert_eq!(Withheld::from_code(withheld.code()), Some(withheld));
    }
}

#[test]
fn a_draft_is_published_by_restoring_it_or_at_its_time() {
    let scheduled = Visibility {
        publish_at: Some(9),
        ..Visibility::off(Withheld::Scheduled)
    };
    let off = Visibility::off;
    for before in [
        Visibility::ON,
        HIDDEN_BY_IMPORT,
        off(Withheld::Hidden),
        off(Withheld::Draft),
        scheduled,
    ] {
        assert_eq!(next(before, VisibilityCommand::Draft), off(Withheld::Draft));
        assert_eq!(next(before, VisibilityCommand::Schedule(9)), scheduled);
        assert_eq!(next(before, VisibilityCommand::Restore), Visibility::ON);
        assert_eq!(next(before, VisibilityCommand::Hide), off(Withheld::Hidden));
    }
    for (before, error) in [
        (Withheld::Reported, ErrorKind::ReportOpen),
        (Withheld::TakenDown, ErrorKind::WorkTakenDown),
    ] {
        for command in [VisibilityCommand::Draft, VisibilityCommand::Schedule(9)] {
            assert_eq!(after(off(before), command).unwrap_err().kind, error);
        }
    }
    assert!(scheduled.is_due(9) && !scheduled.is_due(8) && !off(Withheld::Draft).is_due(9));
}
